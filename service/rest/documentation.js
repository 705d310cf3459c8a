// What the reference page does in the browser: unfolds models, copies samples, sends requests.
// Nothing here turns text into markup: everything from an answer is set as text.
"use strict";

(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const make = (tag, text = "", className = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const BASE = new URL(".", location.href).href.replace(/\/$/, "");
  const LONGEST = 200000; // characters of an answer that are shown
  const SHOWN_HEADERS = ["content-type", "etag", "location", "link", "retry-after", "allow", "x-request-id"];
  const JSON_TYPE = "application/json", FORM = "multipart/form-data", PROBLEM = "application/problem+json";

  // ---- The contents: folded on a phone, and marked where the reader is.
  const contents = one("#contents"), menu = one("#menu");
  const fold = (isFolded) => {
    contents.classList.toggle("folded", isFolded);
    menu.setAttribute("aria-expanded", String(!isFolded));
  };
  menu.hidden = false;
  contents.classList.add("folding");
  menu.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") === "true"));
  contents.addEventListener("click", (event) => { if (event.target.closest("a")) fold(true); });
  contents.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || menu.offsetParent === null) return;
    fold(true);
    menu.focus();
  });
  fold(true);

  const links = new Map(all("#contents a").map((link) => [link.getAttribute("href").slice(1), link]));
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  for (const section of all(".operation, #about, #problems, #models")) watch.observe(section);

  // ---- Models: a nested one shows its fields when it is opened first; one that a link leads to opens.
  const unfold = (details) => {
    if (details.dataset.model === undefined || details.dataset.isFilled) return;
    details.dataset.isFilled = "true";
    const fields = one(".fields", document.getElementById(details.dataset.model)).cloneNode(true);
    for (const nested of all(".nested", fields)) {
      nested.open = false;
      delete nested.dataset.isFilled;
      nested.replaceChildren(one("summary", nested)); // the copy of one that was opened
    }
    details.replaceChildren(one("summary", details), fields);
  };
  document.addEventListener("toggle", (event) => { if (event.target.open) unfold(event.target); }, true);
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
    target?.scrollIntoView();
  };
  addEventListener("hashchange", openTarget);
  if (location.hash) openTarget();

  // ---- Samples: with the address of this service, in one language at a time, to copy.
  for (const code of all(".code pre")) code.textContent = code.textContent.replaceAll("http://127.0.0.1:8000", BASE);
  const choose = (language) => {
    document.documentElement.dataset.language = language;
    for (const button of all("button[data-language]")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
  };
  for (const group of all(".languages")) group.hidden = false;
  for (const button of all("button[data-language]")) button.addEventListener("click", () => choose(button.dataset.language));
  choose("curl");
  const copy = async (button) => {
    const code = one("pre", button.parentElement);
    const label = button.firstChild, before = label.data;
    try {
      await navigator.clipboard.writeText(code.textContent);
      label.data = "Copied";
    } catch { // no clipboard without https: select it, so that a key copies it
      getSelection().selectAllChildren(code);
      label.data = "Press Ctrl+C";
    }
    setTimeout(() => { label.data = before; }, 2000);
  };
  for (const button of all(".copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }

  // ---- Requests.
  const field = (paragraph) => one("input, select, textarea", paragraph);
  const chosenKind = (form) => one("[data-kind]", form)?.value ?? one("[data-body]", form)?.dataset.body;
  const showFields = (form) => {
    const kind = chosenKind(form);
    for (const body of all("[data-body]", form)) body.hidden = body.dataset.body !== kind;
    for (const option of all('[data-in="query"]', form)) option.hidden = kind === JSON_TYPE;
  };
  const listGiven = (form, place) => all(`[data-in="${place}"]`, form)
    .filter((paragraph) => !paragraph.hidden && field(paragraph).value !== "")
    .map((paragraph) => [paragraph.dataset.parameter, field(paragraph).value]);

  const build = (form) => {
    let path = form.dataset.path;
    for (const [name, value] of listGiven(form, "path")) path = path.replace(`{${name}}`, encodeURIComponent(value));
    const headers = Object.fromEntries(listGiven(form, "header"));
    const token = one("#token")?.value;
    if (token) headers.Authorization = `Bearer ${token}`;
    const kind = chosenKind(form);
    const options = listGiven(form, "query");
    const query = kind === FORM ? "" : new URLSearchParams(options).toString();
    const request = { method: form.dataset.verb.toUpperCase(), headers, credentials: "omit", cache: "no-store" };
    if (kind === FORM) {
      request.body = new FormData();
      for (const file of field(one(`[data-body="${kind}"]`, form)).files) request.body.append("file", file);
      for (const [name, value] of options) request.body.append(name, value);
    } else if (kind !== undefined) {
      request.body = field(one(`[data-body="${kind}"]`, form)).value;
      headers["Content-Type"] = kind;
    }
    return [`${BASE}${path}${query && `?${query}`}`, request];
  };

  const tellHeaders = (response) => {
    const list = make("dl");
    for (const name of SHOWN_HEADERS) {
      if (response.headers.has(name)) list.append(make("dt", name), make("dd", response.headers.get(name)));
    }
    return list;
  };
  const tellProblem = (problem) => {
    const box = make("div", "", "problem");
    box.append(make("strong", problem.title ?? "The request failed."));
    if (problem.detail && !problem.errors) box.append(make("p", problem.detail));
    if (problem.errors) {
      const list = make("ul");
      for (const error of problem.errors) {
        const item = make("li");
        item.append(make("code", error.pointer ?? error.parameter ?? error.header ?? "body"), ` ${error.detail}`);
        list.append(item);
      }
      box.append(list);
    }
    const name = String(problem.type ?? "").replace("urn:problem-type:cutline:", "");
    if (document.getElementById(name)) {
      const link = make("a", "What to do");
      link.href = `#${name}`;
      box.append(link);
    }
    return box;
  };
  const tellText = (text) => {
    const shown = make("pre", text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… (${text.length} characters)` : text);
    shown.tabIndex = 0;
    shown.setAttribute("aria-label", "Answer");
    return shown;
  };
  const tellFile = (blob) => {
    const link = make("a", `Save the answer (${Math.ceil(blob.size / 1000)} kB)`);
    link.href = URL.createObjectURL(blob);
    link.download = "article.pdf";
    return link;
  };
  const tellBody = async (response) => {
    const kind = (response.headers.get("content-type") ?? "").split(";")[0];
    if (kind === "application/pdf") return [tellFile(await response.blob())];
    const text = await response.text();
    if (kind !== JSON_TYPE && kind !== PROBLEM) return text ? [tellText(text)] : [];
    const read = JSON.parse(text);
    const shown = tellText(JSON.stringify(read, null, 2));
    return kind === PROBLEM ? [tellProblem(read), shown] : [shown];
  };
  const send = async (form) => {
    const reply = one(".reply", form.parentElement), button = one("button", form);
    reply.replaceChildren(make("p", "Waiting for the answer …", "soft"));
    button.disabled = true;
    const began = performance.now();
    try {
      const response = await fetch(...build(form));
      const body = await tellBody(response);
      const line = make("p");
      line.append(
        make("span", `${response.status} ${response.statusText}`.trim(), `status ${response.ok ? "good" : "bad"}`),
        ` after ${Math.round(performance.now() - began)} ms`,
      );
      reply.replaceChildren(line, tellHeaders(response), ...body);
    } catch (error) {
      reply.replaceChildren(tellProblem({ title: "The request could not be sent.", detail: String(error.message) }));
    } finally {
      button.disabled = false;
    }
  };
  for (const element of all(".try, #token-field")) element.hidden = false;
  for (const form of all(".try form")) {
    showFields(form);
    one("[data-kind]", form)?.addEventListener("change", () => showFields(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
})();
