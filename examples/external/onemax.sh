#!/bin/sh
# A worker in shell: counts the ones among the bits of {"id": "0.0.0", "genome": {"bits": [0, 1, 1]}, "seed": 1}.
exec 3<&0 4>&1 </dev/null >&2 # requests and answers, out of reach of the programs that it starts
read -r first <&3
echo '{"ready": true}' >&4
while read -r line <&3; do
  id=${line#*'"id": "'}
  id=${id%%'"'*}
  bits=${line#*'['}
  bits=${bits%%']'*}
  ones=0
  for bit in $(echo "$bits" | tr -d ','); do ones=$((ones + bit)); done
  echo "{\"id\": \"$id\", \"fitness\": $ones}" >&4
done
