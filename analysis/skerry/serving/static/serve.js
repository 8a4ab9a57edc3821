"use strict";
// Each page asks the server for JSON now and then and shows it. Texts are set as texts, so that no name is taken for markup.
const root = document.body.dataset.root;
const by = (id) => document.getElementById(id);
const LARGEST = 64e6;

function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.map((each) => (each instanceof Node ? each : String(each ?? ""))));
  return element;
}

function say(message) {
  by("message").textContent = message;
}

async function ask(address, body) {
  const sent = body === undefined ? {} : { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) };
  const response = await fetch(root + address, sent);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

// What a person does: a failure is told where the page has its messages.
const doing = (action) => async (event) => {
  event?.preventDefault?.();
  say("");
  try {
    await action(event);
  } catch (error) {
    say(error.message);
  }
};

// Repeats until `look` returns false. A server that was ended is told once, and asked again more seldom.
async function watch(pause, look) {
  for (;;) {
    let wait = pause;
    try {
      if ((await look()) === false) return;
    } catch (error) {
      say(error instanceof TypeError ? "The server does not answer; it may have been ended." : error.message);
      wait = 3000;
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

const amount = (value, digits = 10) => (value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumSignificantDigits: digits }));
const options = (values, chosen) => values.map((each) => made("option", { value: each, selected: each === chosen }, each));
// A drawing of the server's own, which has escaped all names.
const draw = (place, svg) => {
  if (place.dataset.drawn !== svg) place.innerHTML = svg;
  place.dataset.drawn = svg;
};

function fit(frame) {
  const grow = () => {
    const content = frame.contentDocument?.documentElement;
    if (content) frame.style.height = `${Math.min(content.scrollHeight + 20, 20000)}px`;
  };
  frame.addEventListener("load", grow);
  grow();
}

const pages = {
  runs() {
    let version = "", table = { runs: [], keys: {} };
    const chosen = new Set(), filters = {};
    const fits = (run) => Object.entries(filters).every(([key, value]) => !value || String(key === "state" || key === "problem" ? run[key] : run.settings[key] ?? "") === value);
    const told = (run) => (run.best === null ? "–" : `${amount(run.best)} ${run.unit}${run.violation > 0 ? " (infeasible)" : ""}`);
    const select = (run) => made("input", { type: "checkbox", checked: chosen.has(run.path), "aria-label": `Select ${run.path}`,
      change: (event) => { chosen[event.target.checked ? "add" : "delete"](run.path); } });
    const row = (run) => made("tr", {},
      made("td", {}, select(run)),
      made("th", { scope: "row", class: "left" }, made("a", { href: `${root}run?path=${encodeURIComponent(run.path)}` }, run.path)),
      made("td", { class: "left", title: run.told }, run.state === "damaged" ? `damaged: ${run.told}` : run.state),
      made("td", { class: "left" }, run.problem),
      ...[run.islands, run.seed].map((each) => made("td", {}, each ?? "–")),
      made("td", {}, told(run)),
      ...[run.target, run.generations].map((each) => made("td", {}, amount(each))), made("td", {}, amount(run.seconds, 4)));
    const show = () => {
      const shown = table.runs.filter(fits);
      by("runs").tBodies[0].replaceChildren(...shown.map(row));
      by("count").textContent = `${shown.length === table.runs.length ? "" : `${shown.length} of `}${table.runs.length} runs`;
    };
    const offer = () => {
      const keys = { state: [...new Set(table.runs.map((run) => run.state))].sort(), problem: [...new Set(table.runs.map((run) => run.problem))].filter(Boolean).sort(), ...table.keys };
      const offered = Object.entries(keys).filter(([, values]) => values.length > 1);
      by("filters").replaceChildren(...offered.map(([key, values]) => made("label", {}, `${key} `,
        made("select", { "aria-label": key, change: (event) => { filters[key] = event.target.value; show(); } }, made("option", { value: "" }, "any"), ...options(values, filters[key])))));
      const grouping = by("by").value;
      by("by").replaceChildren(made("option", { value: "" }, "each run"), ...options(Object.keys(table.keys), grouping));
    };
    by("all").addEventListener("change", (event) => {
      for (const run of table.runs.filter(fits)) chosen[event.target.checked ? "add" : "delete"](run.path);
      show();
    });
    by("compare").addEventListener("click", doing(async () => {
      if (chosen.size < 2) throw new Error("Two runs or more are compared; select them in the first column.");
      location.href = root + (await ask("comparisons", { paths: [...chosen], by: by("by").value })).address;
    }));
    by("begin")?.addEventListener("submit", doing(async (event) => {
      await ask("runs", Object.fromEntries(new FormData(event.target)));
    }));
    watch(1000, async () => {
      const found = await ask(`runs.json?known=${version}`);
      if (found.same) return;
      const keys = JSON.stringify(table.keys);
      ({ version, table } = found);
      if (JSON.stringify(table.keys) !== keys || !by("filters").children.length) offer();
      show();
    });
    let jobs = "";
    watch(1000, async () => {
      const found = await ask("jobs.json");
      if (JSON.stringify(found) === jobs) return;
      jobs = JSON.stringify(found);
      by("jobs").tBodies[0].replaceChildren(...found.map((job) => made("tr", {},
        made("th", { scope: "row" }, made("a", { href: `${root}job/${job.number}` }, job.number)),
        made("td", { class: "left" }, job.title), made("td", { class: "left" }, job.state), made("td", {}, job.cores),
        made("td", {}, ...(["waiting", "running"].includes(job.state) ? [made("button", { type: "button", click: doing(() => ask(`job/${job.number}/end`, {})) }, "End")] : [])))));
    });
  },

  run() {
    const name = by("run").dataset.name, path = encodeURIComponent(name);
    let job = null, state = null;
    const renew = () => by("report").contentWindow.location.reload();
    fit(by("report"));
    by("update").addEventListener("click", renew);
    by("end").addEventListener("click", doing(() => ask(`job/${job.number}/end`, {})));
    by("resume").addEventListener("click", doing(() => ask("runs", { trace: name, generations: by("generations").value.trim() })));
    watch(400, async () => {
      const found = await ask(`live.json?path=${path}`);
      const before = state;
      ({ job, state } = found);
      const open = job !== null && ["waiting", "running"].includes(job.state);
      by("state").textContent = open && state !== "running" ? `${state}; job ${job.number} is ${job.state}` : state;
      by("end").hidden = !open;
      by("resume").hidden = by("further").hidden = open || state === "running";
      draw(by("curves"), found.svg);
      by("standing").replaceChildren(...found.standing.flatMap(([label, text]) => [made("dt", {}, label), made("dd", {}, text)]));
      by("command").textContent = found.command;
      if (before !== null && before !== state) renew();
    });
  },

  job() {
    const number = by("job").dataset.number;
    by("end").addEventListener("click", doing(() => ask(`job/${number}/end`, {})));
    watch(700, async () => {
      const found = await ask(`job/${number}.json`);
      for (const part of ["state", "output", "errors"]) by(part).textContent = found[part];
      by("end").hidden = !["waiting", "running"].includes(found.state);
      return !by("end").hidden;
    });
  },

  puzzles() {
    const take = doing(async (file) => {
      if (!file) return;
      if (file.size > LARGEST) throw new Error(`The file has ${amount(Math.ceil(file.size / 1e6))} MB; a file of at most ${LARGEST / 1e6} MB is taken.`);
      location.href = root + (await ask(`puzzles?name=${encodeURIComponent(file.name)}`, file)).address;
    });
    by("file").addEventListener("change", () => take(by("file").files[0]));
    for (const kind of ["dragover", "dragleave", "drop"]) {
      by("drop").addEventListener(kind, (event) => {
        event.preventDefault();
        by("drop").classList.toggle("over", kind === "dragover");
        if (kind === "drop") take(event.dataTransfer.files[0]);
      });
    }
  },

  puzzle() {
    const about = JSON.parse(by("puzzle").dataset.about), pool = about.pool;
    const asked = about.asked ?? { formation: about.formations[0], rules: [], objective: pool.price, title: about.title };
    const names = (fits) => pool.columns.filter(fits).map((each) => each.name);
    const column = (name) => pool.columns.find((each) => each.name === name);
    const places = names((each) => each.values.length > 0);
    const traits = names((each) => !each.numeric && !each.many && !each.unique && each.name !== pool.name);
    const rulable = names((each) => each.name !== pool.id && each.name !== pool.name);
    let places_of = asked.places ?? null, job = null, shown = "", formation = 0;

    by("title").value = asked.title ?? about.title;
    by("objective").append(...options(names((each) => each.numeric), asked.objective));
    by("direction").value = asked.direction ?? "minimise";
    by("unit").value = asked.unit ?? "";
    by("formation").value = asked.formation;
    by("formations").append(...about.formations.map((each) => made("option", { value: each })));
    by("synergy").value = asked.synergy ?? 0.5;
    if (asked.seconds) by("seconds").value = asked.seconds;
    by("column").append(made("option", { value: "" }, "anybody"), ...options(places, asked.column));
    by("traits").append(...traits.map((each) => made("label", {}, made("input", { type: "checkbox", value: each, checked: (asked.traits ?? []).includes(each) }), ` ${each}`)));

    // The formation decides which places there are; a column that calls them by name fills them in.
    async function lay() {
      const wanted = ++formation;
      const found = await ask(`formation.json?puzzle=${about.number}&name=${encodeURIComponent(by("formation").value)}`);
      if (wanted !== formation) return;
      if (places_of === null && !by("column").value) {
        const filled = (name) => (found.likely[name] ?? []).filter(Boolean).length;
        const best = places.reduce((one, other) => (filled(other) > filled(one) ? other : one), "");
        if (best && filled(best) > 0) by("column").value = best;
      }
      const chosen = by("column").value, values = column(chosen)?.values ?? [];
      by("places").replaceChildren(...(chosen ? found.nodes.map((node, index) => made("label", {}, `${node} `,
        made("select", { "aria-label": node }, made("option", { value: "" }, "anybody"), ...options(values, places_of?.[index] ?? found.likely[chosen]?.[index])))) : []));
      places_of = null;
    }
    by("formation").addEventListener("change", doing(lay));
    by("column").addEventListener("change", doing(() => { places_of = []; return lay(); }));
    doing(lay)();

    function add(rule) {
      const id = `values-${by("rules").children.length}-${Date.now()}`;
      const property = made("select", { "aria-label": "column" }, ...options(rulable, rule.property));
      const kind = made("select", { "aria-label": "what of it" });
      const values = made("input", { "aria-label": "values, with ; between them", size: 18, list: id, value: (rule.values ?? []).join("; "), placeholder: "a value" });
      const list = made("datalist", { id });
      const renew = (chosen) => {
        const told = column(property.value);
        kind.replaceChildren(...options([...(told.numeric ? ["average", "total"] : []), ...(told.many ? [] : ["distinct", "share"]), "count"], chosen));
        list.replaceChildren(...told.values.map((each) => made("option", { value: each })));
        values.hidden = kind.value !== "count";
      };
      property.addEventListener("change", () => renew(kind.value));
      kind.addEventListener("change", () => { values.hidden = kind.value !== "count"; });
      const bound = made("select", { "aria-label": "bound" }, ...["at_least", "at_most", "exactly"].map((each) => made("option", { value: each, selected: each === rule.bound }, each.replace("_", " "))));
      const value = made("input", { "aria-label": "number", type: "number", step: "any", required: true, value: rule.value ?? "" });
      const item = made("li", { class: "rule" }, made("div", { class: "row" }, kind, property, values, list, bound, value,
        made("button", { type: "button", click: () => item.remove() }, "Remove")));
      renew(rule.kind);
      by("rules").append(item);
    }
    const told = (item) => {
      const [kind, property, values, , bound, value] = item.firstChild.children;
      return { kind: kind.value, property: property.value, bound: bound.value, value: Number(value.value),
        ...(kind.value === "count" ? { values: values.value.split(";").map((each) => each.trim()).filter(Boolean) } : {}) };
    };
    for (const rule of asked.rules ?? []) add(rule);
    by("add").addEventListener("click", () => add({ property: rulable[0], bound: "at_least" }));

    by("ask").addEventListener("submit", doing(async () => {
      await ask(`puzzle/${about.number}/ask`, {
        title: by("title").value, formation: by("formation").value, column: by("column").value,
        places: Array.from(by("places").querySelectorAll("select"), (each) => each.value),
        objective: by("objective").value, direction: by("direction").value, unit: by("unit").value,
        traits: Array.from(by("traits").querySelectorAll("input:checked"), (each) => each.value), synergy: Number(by("synergy").value),
        rules: Array.from(by("rules").children, told), seconds: Number(by("seconds").value),
      });
      follow();
    }));
    by("end").addEventListener("click", doing(() => ask(`job/${job}/end`, {})));
    fit(by("page"));

    let following = 0;
    function follow() {
      const turn = ++following;
      watch(500, async () => {
        const found = await ask(`puzzle/${about.number}/answers.json`);
        if (turn !== following || found.state === "none") return false;
        job = found.job;
        const open = ["waiting", "running"].includes(found.state);
        by("answers").hidden = false;
        by("end").hidden = !open;
        by("bar").value = open ? Math.min(found.passed / found.limit, 1) : 1;
        by("passed").textContent = found.state === "waiting" ? "waiting for a core" : `${amount(Math.round(found.passed))} s of at most ${amount(found.limit)} s`;
        by("sentence").textContent = found.sentence || found.message || (open ? "Asking…" : "");
        by("found").replaceChildren(...found.answers.flatMap((each) => [made("dt", {}, each.question), made("dd", {}, each.answer)]));
        draw(by("picture"), found.picture);
        by("save-page").hidden = by("page").hidden = !found.ended;
        if (found.ended && shown !== String(job)) {
          shown = String(job);
          by("page").src = `${root}puzzle/${about.number}/page.html`;
        }
        return open;
      });
    }
    follow();
  },

  grids() {
    let turn = 0;
    by("grid").addEventListener("submit", doing(async (event) => {
      const question = event.submitter.value, mine = ++turn;
      const { number } = await ask("grids", { puzzle: by("kind").value, question, text: by("text").value });
      by("asked").textContent = `${question}: ${by("kind").value}`;
      by("answer").textContent = "…";
      watch(200, async () => {
        const found = await ask(`grids/${number}.json`);
        if (mine !== turn) return false;
        const open = ["waiting", "running"].includes(found.state);
        if (!open) by("answer").textContent = found.output + (found.message ? `${found.message}\n` : "");
        return open;
      });
    }));
  },
};
pages[document.body.dataset.page]?.();
