// What an inspected page does in the browser: thresholds update verdicts, blocks show why, marks become labels.
// Nothing here turns text into markup: everything from a page is set as text or as an attribute.
"use strict";

(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const flow = one(".flow");

  // ---- Thresholds. The rule is that of judging.py: a score at or above the threshold is kept; verdicts by rule do not change.
  const isKeptAt = (score, threshold) => score >= threshold;
  const items = new Map(); // by element
  const judged = new Map(); // by the name of the slider
  for (const element of all("[data-slider]")) {
    const { slider, score, threshold, kept } = element.dataset;
    const item = { element, slider, score: Number(score), threshold: Number(threshold), given: kept === "true" };
    item.kept = item.given;
    item.isCounted = element.matches(".card, [data-block]");
    items.set(element, item);
    if (!judged.has(slider)) judged.set(slider, []);
    judged.get(slider).push(item);
  }
  const tallies = { images: one('[data-count="images"]'), blocks: one('[data-count="blocks"]') };
  const counts = Object.fromEntries(Object.entries(tallies).map(([what, tally]) => [what, Number(tally?.textContent)]));

  // Show enough digits to tell the two numbers apart.
  const compare = (score, threshold) => {
    const difference = Math.abs(score - threshold);
    const digits = difference === 0 ? 2 : ([2, 3, 4].find((digits) => difference >= 10 ** -digits) ?? 6);
    return `${score.toFixed(digits)} ${isKeptAt(score, threshold) ? "≥" : "<"} ${threshold.toFixed(digits)}`;
  };
  // A verdict that a moved threshold reversed gets this reason instead of its own.
  const MOVED = { reason: "threshold", meaning: "Your threshold decides." };
  const tell = (element, what, isTurned) => {
    element.dataset.given ??= element.textContent;
    element.textContent = isTurned ? MOVED[what] : element.dataset.given;
  };
  const thresholds = new Map();
  // Shows the verdict of an element. There are thousands, so those far out of view are updated when they come near.
  const write = (item) => {
    const threshold = thresholds.get(item.slider) ?? item.threshold;
    if (item.written === threshold) return;
    item.written = threshold;
    const { element, kept } = item;
    one(".why > .verdict, h3 > .verdict", element).textContent = kept ? "kept" : "dropped";
    one(".why > .number, .score > .number", element).textContent = compare(item.score, threshold);
    tell(one(".why > .reason, h3 > .reason", element), "reason", kept !== item.given);
    const meaning = one(".meaning", element);
    if (meaning) tell(meaning, "meaning", kept !== item.given);
    one(".meter .mark", element)?.setAttribute("d", `M${(threshold * 200).toFixed(1)} 0v12`);
  };
  const near = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        near.add(items.get(target));
        write(items.get(target));
      } else near.delete(items.get(target));
    }
  }, { rootMargin: "300px" });
  const cards = [];
  for (const item of items.values()) {
    item.written = item.threshold;
    if (item.element.matches(".card")) cards.push(item);
    else if (item.element.matches(".block")) watch.observe(item.element);
  }
  let isWriting = false;
  const writeAll = () => {
    isWriting = false;
    for (const item of [...cards, ...near]) write(item);
  };
  const rejudge = (name, what, threshold) => {
    for (const item of judged.get(name) ?? []) {
      const kept = isKeptAt(item.score, threshold);
      if (kept === item.kept) continue;
      item.kept = kept;
      item.element.dataset.kept = String(kept);
      if (item.isCounted) counts[what] += kept ? 1 : -1;
    }
    if (tallies[what]) tallies[what].textContent = String(counts[what]);
    const empty = one("[data-empty]");
    if (empty) empty.hidden = counts.blocks > 0;
  };
  const setThreshold = (slider, threshold) => {
    const { controls: name, what } = slider.dataset;
    thresholds.set(name, threshold);
    one("output", slider).textContent = threshold.toFixed(2);
    one("[data-reset]", slider).disabled = threshold === Number(slider.dataset.threshold);
    rejudge(name, what, threshold);
    if (!isWriting) requestAnimationFrame(writeAll);
    isWriting = true;
    tellMarks();
  };
  for (const slider of all(".slider")) {
    const input = one("input", slider);
    const start = Number(slider.dataset.threshold);
    input.value = String(start); // browsers restore the old position when the viewer comes back to the page
    input.addEventListener("input", () => setThreshold(slider, Number(input.value)));
    one("[data-reset]", slider).addEventListener("click", () => {
      input.value = String(start);
      setThreshold(slider, start);
      input.focus();
    });
  }

  // ---- Views.
  const showView = (radio) => flow.classList.toggle("delivered", radio.value === "delivered");
  for (const radio of all('input[name="view"]')) {
    if (radio.checked) showView(radio); // chosen before this script loaded, or before the viewer came back
    radio.addEventListener("change", () => showView(radio));
  }

  // ---- Blocks show why: they share one tab stop, and arrows move between them.
  const meanings = new Map(all("[data-reason]").map((element) => [element.dataset.reason, element.textContent]));
  const explain = (block) => {
    const details = one(":scope > .why > .details", block);
    if (one(".meaning", details)) return;
    const meaning = document.createElement("span");
    meaning.className = "meaning";
    const reason = one(":scope > .why > .reason", block);
    meaning.textContent = meanings.get(reason.dataset.given ?? reason.textContent) ?? "";
    details.prepend(meaning);
    if (reason.textContent === MOVED.reason) tell(meaning, "meaning", true);
  };
  const pointTo = (block) => {
    if (items.has(block)) write(items.get(block));
    explain(block);
    offerMark(block);
  };
  const isShown = (block) => block.dataset.kept === "true" || !flow.matches(".delivered");
  let current = null;
  const makeCurrent = (block) => {
    if (current) current.tabIndex = -1;
    current = block;
    if (current) current.tabIndex = 0;
  };
  const blocks = flow ? all(".block", flow) : [];
  const step = (from, by) => {
    for (let place = blocks.indexOf(from) + by; place >= 0 && place < blocks.length; place += by) {
      if (isShown(blocks[place])) return blocks[place];
    }
    return null;
  };
  const go = (block) => {
    if (!block) return;
    makeCurrent(block);
    block.focus({ preventScroll: true });
    block.scrollIntoView({ block: "nearest" });
  };
  if (flow) {
    makeCurrent(blocks.find(isShown) ?? null);
    flow.addEventListener("mouseover", (event) => {
      const block = event.target.closest?.(".block");
      if (block) pointTo(block);
    });
    flow.addEventListener("focusin", (event) => {
      const block = event.target.closest(".block");
      if (!block) return;
      pointTo(block);
      makeCurrent(block);
    });
    flow.addEventListener("keydown", (event) => {
      const block = event.target.closest(".block");
      if (!block || event.altKey || event.ctrlKey || event.metaKey) return;
      const moves = { ArrowDown: () => step(block, 1), ArrowUp: () => step(block, -1), Home: () => step(null, 1), End: () => blocks.findLast(isShown) };
      if (event.target === block && event.key in moves) {
        event.preventDefault();
        go(moves[event.key]());
      } else if (isLabelling && event.key.toLowerCase() === "m") {
        event.preventDefault();
        toggleMark(block);
      }
    });
    // A block that the threshold hides cannot be the tab stop.
    for (const input of all(".slider input, .view input")) {
      input.addEventListener("change", () => { if (current && !isShown(current)) makeCurrent(blocks.find(isShown) ?? null); });
    }
  }

  // ---- Thumbnails of a report, fetched on request.
  one("[data-load]")?.addEventListener("click", (event) => {
    for (const place of all(".unloaded")) {
      const image = document.createElement("img");
      image.className = "thumbnail";
      image.referrerPolicy = "no-referrer";
      image.alt = place.dataset.alt;
      image.src = place.dataset.source;
      place.replaceChildren(image);
    }
    event.target.disabled = true;
  });

  // ---- The JSON of a report.
  one("[data-save]")?.addEventListener("click", (event) => {
    const file = new Blob([one("#article-json").textContent], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = event.target.dataset.save;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });

  for (const field of all("[data-select]")) field.addEventListener("focus", () => field.select());

  // ---- Labels: everything shown is right unless marked; only differences from the first verdicts are sent.
  const form = one("[data-labels]");
  const toggle = one("[data-labelling]");
  const first = new Map(all(".block[data-block], .card").map((element) => [element, element.dataset.kept === "true"]));
  const captions = new Map(all("[data-caption]").map((field) => [field, field.defaultValue]));
  let isLabelling = false;

  const wrong = document.createElement("button");
  wrong.type = "button";
  wrong.className = "small wrong";
  wrong.addEventListener("click", () => {
    const block = wrong.closest(".block");
    toggleMark(block);
    wrong.focus();
  });
  const offerMark = (block) => {
    if (!isLabelling) return;
    wrong.textContent = "Wrong";
    wrong.setAttribute("aria-pressed", String("marked" in block.dataset));
    const details = one(":scope > .why > .details", block);
    if (wrong.parentElement !== details) details.append(wrong);
  };
  const cardOf = (block) => one(`#image-${block.dataset.figure}`);
  const toggleMark = (element) => {
    if ("figure" in element.dataset) return toggleMark(cardOf(element));
    const isMarked = !("marked" in element.dataset);
    if (isMarked) element.dataset.marked = "";
    else delete element.dataset.marked;
    const figure = "image" in element.dataset ? one(`[data-figure="${element.dataset.image}"]`) : null;
    if (figure) figure.toggleAttribute("data-marked", isMarked);
    for (const button of all(".wrong, [data-mark-image]", element)) button.setAttribute("aria-pressed", String(isMarked));
    if (figure) for (const button of all(".wrong", figure)) button.setAttribute("aria-pressed", String(isMarked));
    tellMarks();
  };
  const belongs = (element) => (element.dataset.kept === "true") !== ("marked" in element.dataset);
  const collectMarks = () => {
    const marks = { wrongly_kept_blocks: [], wrongly_dropped_blocks: [], wrongly_kept_images: [], wrongly_dropped_images: [], captions: {} };
    for (const [element, kept] of first) {
      if (belongs(element) === kept) continue;
      const what = "image" in element.dataset ? "images" : "blocks";
      const name = what === "images" ? element.dataset.xpath : Number(element.dataset.block);
      marks[`wrongly_${kept ? "kept" : "dropped"}_${what}`].push(name);
    }
    for (const [field, before] of captions) {
      const card = field.closest(".card");
      if (field.value.trim() !== before.trim() && belongs(card)) marks.captions[card.dataset.xpath] = field.value.trim();
    }
    const title = one("[data-title]", form);
    if (title.value.trim() && title.value !== title.defaultValue) marks.title = title.value.trim();
    return marks;
  };
  const tellMarks = () => {
    if (!isLabelling) return;
    const marks = collectMarks();
    const count = (one, other) => one.length + other.length;
    const told = [
      [count(marks.wrongly_kept_blocks, marks.wrongly_dropped_blocks), "block"],
      [count(marks.wrongly_kept_images, marks.wrongly_dropped_images), "image"],
      [Object.keys(marks.captions).length, "caption"],
      [marks.title ? 1 : 0, "title"],
    ].filter(([number]) => number).map(([number, what]) => `${number} ${what}${number === 1 ? "" : "s"}`);
    one("[data-marks]").textContent = told.length
      ? `You changed ${told.join(", ")}.`
      : "No changes to cutline’s verdicts yet.";
  };
  toggle?.addEventListener("click", () => {
    isLabelling = !isLabelling;
    toggle.setAttribute("aria-pressed", String(isLabelling));
    form.hidden = !isLabelling;
    for (const fields of all(".marking")) fields.hidden = !isLabelling;
    if (!isLabelling) wrong.remove();
    tellMarks();
  });
  for (const button of all("[data-mark-image]")) {
    button.addEventListener("click", () => toggleMark(button.closest(".card")));
  }
  for (const field of [...captions.keys(), ...all("[data-title]")]) field.addEventListener("input", tellMarks);
  form?.addEventListener("submit", () => {
    one('[name="marks"]', form).value = JSON.stringify(collectMarks());
  });
})();
