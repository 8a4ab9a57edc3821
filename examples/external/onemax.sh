#!/bin/sh
# A worker in shell: counts the ones among the bits of {"id": "0.0.0", "genome": {"bits": [0, 1, 1]}, "seed": 1}.
read -r first
echo '{"ready": true}'
while read -r line; do
  id=${line#*'"id": "'}
  id=${id%%'"'*}
  bits=${line#*'['}
  bits=${bits%%']'*}
  ones=0
  for bit in $(echo "$bits" | tr -d ','); do ones=$((ones + bit)); done
  echo "{\"id\": \"$id\", \"fitness\": $ones}"
done
