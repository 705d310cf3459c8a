// What an inspected page does in the browser: views have addresses, thresholds update verdicts, marks become labels.
// Nothing here turns text into markup: everything from a page is set as text or as an attribute.
"use strict";

(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const inspection = one(".inspection[data-opens]");
  const flow = one(".flow");
  const panels = all(".panel");
  const head = one(".head");
  const bar = one(".bar");

  // ---- Pictures. In the place of one that cannot be loaded stands its name; what is as small as an icon is not enlarged.
  const TINY = 160; // pixels
  const make = (tag, className, words = "") => Object.assign(document.createElement(tag), { className, textContent: words });
  const failures = one("[data-failures]");
  const failed = { pictures: 0, hosts: new Set() }; // of the wall
  const tellFailures = () => {
    const [first, ...others] = failed.hosts;
    const from = first ? ` from ${first}` : "";
    const more = others.length ? ` and ${others.length} other host${others.length === 1 ? "" : "s"}` : "";
    failures.textContent = `${failed.pictures} picture${failed.pictures === 1 ? "" : "s"} could not be loaded${from}${more}.`;
    failures.hidden = false;
  };
  const fail = (image) => {
    const { host, name } = image.dataset;
    const tile = make("span", "unloaded failed");
    const words = make("span", "name", name);
    words.dir = "auto";
    tile.append(words, make("small", "", "not loaded"));
    tile.role = "img";
    tile.ariaLabel = `${image.alt} (not loaded)`;
    tile.title = host ? `Could not be loaded from ${host}` : "Could not be loaded";
    if (image.closest(".card") && !image.src.startsWith("data:")) { // a broken embedded picture was not asked for
      failed.pictures += 1;
      if (host) failed.hosts.add(host);
      tellFailures();
    }
    image.replaceWith(tile);
  };
  const measure = (image) => image.classList.toggle("tiny", image.naturalWidth < TINY);
  const isOver = (image) => image.complete && image.currentSrc;
  for (const image of all("img.thumbnail")) if (isOver(image)) (image.naturalWidth ? measure : fail)(image);
  document.addEventListener("error", ({ target }) => {
    if (target.matches?.("img.thumbnail")) fail(target);
    else if (target.matches?.("image")) target.remove();
  }, true);
  document.addEventListener("load", ({ target }) => { if (target.matches?.("img.thumbnail")) measure(target); }, true);
  const load = (place) => {
    if (place.matches("image")) return place.setAttribute("href", place.dataset.source);
    const image = document.createElement("img");
    image.className = "thumbnail";
    image.referrerPolicy = "no-referrer";
    image.loading = "lazy";
    image.decoding = "async";
    image.alt = place.getAttribute("aria-label");
    image.dataset.host = place.dataset.host ?? "";
    image.dataset.name = place.textContent;
    image.src = place.dataset.source;
    place.replaceWith(image);
  };
  // A report asks once, too, and remembers the answer where the browser lets a file do so.
  const REMEMBERED = "cutline-pictures";
  const remember = (write) => { try { return write(localStorage); } catch { return null; } };
  const loadAll = () => {
    for (const place of all("[data-source]")) load(place);
    question?.remove();
  };
  const question = one("[data-ask]");
  const loader = one("[data-load]");
  loader?.addEventListener("click", () => {
    remember((storage) => storage.setItem(REMEMBERED, "shown"));
    loadAll();
  });
  if (loader && remember((storage) => storage.getItem(REMEMBERED)) === "shown") loadAll();

  // The question stands where an answer would show pictures.
  const offerPictures = () => {
    if (!question) return;
    const panel = one(`#${inspection.dataset.shows ?? inspection.dataset.opens}`);
    const isDelivered = panel.id === "article" && flow.classList.contains("delivered");
    question.hidden = !one(isDelivered ? '.block[data-kept="true"] [data-source]' : "[data-source]", panel);
  };

  // ---- A stored page may be dropped anywhere on the first page.
  const file = one("#file");
  if (file) {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      file.files = event.dataTransfer.files;
      file.closest("details").open = true; // shows its name
      one(".ask .main").focus();
    });
  }

  // ---- Views: one panel is open, that of the address, or else the one that the page opens with.
  const isOpen = (name) => one(`#${name}`)?.classList.contains("open") ?? false;
  const permalink = one("#permalink");
  const base = permalink?.value;
  const openPanel = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const panel = target?.closest(".panel") ?? one(`#${inspection.dataset.opens}`);
    for (const other of panels) other.classList.toggle("open", other === panel);
    inspection.dataset.shows = panel.id;
    for (const tab of all(".tabs a")) {
      if (tab.hash === `#${panel.id}`) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (permalink) permalink.value = base + location.hash;
    offerPictures();
    if (target && target !== panel && panel.contains(target)) show(target);
    else if (bar.getBoundingClientRect().top <= 0) scrollTo({ top: head.offsetTop + head.offsetHeight, behavior: "instant" });
    if (panel.id === "page") placeNotes();
  };
  const show = (element) => {
    for (let fold = element.parentElement.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (element.matches(".block:not([data-kept=true])")) chooseView("all");
    if (element.matches(".card")) {
      element.hidden = false;
      one("details", element).open = true;
    }
    element.focus({ preventScroll: true });
    const reach = () => element.scrollIntoView({ block: "start", behavior: "instant" });
    reach();
    if (document.readyState !== "complete") addEventListener("load", reach, { once: true }); // pictures move what is below
  };
  for (const form of all("[data-return]")) {
    form.addEventListener("submit", () => form.setAttribute("action", form.getAttribute("action").split("#")[0] + location.hash));
  }

  // ---- The page: each note stands beside its frame, below the one before it.
  const notes = all(".notes > li"); // of one image each, or of several alike that unfold
  const column = one(".notes");
  const GAP = 8; // pixels between two notes
  const placeNotes = () => {
    const isBeside = column && getComputedStyle(column).position === "relative";
    if (!isBeside) return;
    const height = one(".overlaid").clientHeight;
    const sizes = notes.map((note) => note.offsetHeight);
    let free = 0;
    notes.forEach((note, number) => {
      const top = Math.max(free, Number(note.dataset.top) * height);
      note.style.top = `${top}px`;
      free = top + sizes[number] + GAP;
    });
    column.style.minHeight = `${free}px`;
  };
  if (column) new ResizeObserver(placeNotes).observe(one(".overlaid"));
  for (const pile of all(".pile details")) pile.addEventListener("toggle", placeNotes);
  const point = (twin, isOn) => {
    twin.classList.toggle("pointed", isOn);
    twin.closest(".pile")?.classList.toggle("pointed", isOn);
  };
  for (const pair of all("[data-frame], [data-note]")) {
    const number = pair.dataset.frame ?? pair.dataset.note;
    const twins = all(`[data-frame="${number}"], [data-note="${number}"]`);
    for (const [kind, isOn] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) {
      pair.addEventListener(kind, () => { for (const twin of twins) point(twin, isOn); });
    }
  }

  // A long page has a way from one framed image to the next: among the kept ones, or among all if none is kept.
  const jump = one("[data-jump]");
  const topOf = (frame) => one("rect", frame).y.baseVal.value;
  const frames = all(".frame").toSorted((a, b) => topOf(a) - topOf(b));
  let reached = null;
  const listGoals = () => {
    const kept = frames.filter((frame) => frame.dataset.kept === "true");
    return kept.length ? kept : frames;
  };
  const isInView = (frame) => {
    const { top, bottom } = frame.getBoundingClientRect();
    return bottom > bar.getBoundingClientRect().bottom && top < innerHeight;
  };
  const findNext = (goals, by) => {
    const at = goals.indexOf(reached);
    if (at >= 0 && isInView(reached)) return goals.at((at + by) % goals.length);
    const isBelow = (frame) => frame.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom;
    return by > 0 ? (goals.find(isBelow) ?? goals[0]) : (goals.findLast((frame) => !isBelow(frame)) ?? goals.at(-1));
  };
  const tellJump = () => {
    const goals = listGoals();
    const at = goals.indexOf(reached);
    const kind = `${goals[0].dataset.kept === "true" ? "kept" : "dropped"} image${goals.length === 1 ? "" : "s"}`;
    const status = one("[role=status]", jump);
    status.textContent = at < 0 ? `${goals.length} ${kind} in the picture` : `${at + 1} of ${goals.length} ${kind}`;
    if (at >= 0) status.append(make("span", "sentence", one(`[data-note="${reached.dataset.frame}"] .sentence`).textContent));
  };
  const jumpBy = (by) => {
    const twins = () => all(`[data-frame="${reached?.dataset.frame}"], [data-note="${reached?.dataset.frame}"]`);
    for (const twin of twins()) point(twin, false);
    reached = findNext(listGoals(), by);
    for (const twin of twins()) point(twin, true);
    reached.scrollIntoView({ block: "center", behavior: "instant" });
    tellJump();
  };
  if (jump) {
    jump.hidden = false;
    tellJump();
    for (const button of all("[data-step]", jump)) button.addEventListener("click", () => jumpBy(Number(button.dataset.step)));
  }
  const JUMPS = { n: 1, p: -1 };

  // ---- Terms: whoever chooses a name or a word sees its places, and goes from one in the article to the next.
  const places = one("[data-places]");
  // As delivered, the text has the marks of the captions that stand in it, and no others.
  const quieten = () => {
    const told = new Set(all('.flow .block[data-kept="true"] figcaption mark').map((mark) => mark.dataset.term));
    for (const mark of all(".flow mark:not(.listed, .missing)")) mark.classList.toggle("quiet", !told.has(mark.dataset.term));
  };
  quieten();
  let chosen = null; // the number of a term
  let placed = null; // the mark that was reached
  const isRead = (mark) => !flow.classList.contains("delivered") || mark.closest(".block").dataset.kept === "true";
  const listPlaces = () => all(`.flow mark[data-term="${chosen}"]`).filter(isRead);
  const paintTerm = (isOn) => {
    for (const element of all(`[data-term="${chosen}"]`)) {
      element.classList.toggle("chosen", isOn);
      if (element.matches("button")) element.setAttribute("aria-pressed", String(isOn));
    }
  };
  const tellPlaces = (name) => {
    const marks = listPlaces();
    const inCaptions = marks.filter((mark) => mark.closest("figcaption")).length;
    const at = marks.indexOf(placed);
    const total = `${marks.length - inCaptions} in the text, ${inCaptions} in captions`;
    const word = make("b", "");
    word.append(make("bdi", "", name));
    one("[role=status]", places).replaceChildren(word, ` ${at < 0 ? total : `${at + 1} of ${marks.length}: ${total}`}`);
  };
  const forgetTerm = () => {
    placed?.classList.remove("here");
    paintTerm(false);
    chosen = placed = null;
    places.hidden = true;
  };
  const chooseTerm = (element) => {
    forgetTerm();
    chosen = element.dataset.term;
    paintTerm(true);
    places.hidden = false;
    reachPlace(element.matches(".flow mark") ? element : null, element.textContent);
  };
  const reachPlace = (mark, name) => {
    placed?.classList.remove("here");
    placed = mark;
    placed?.classList.add("here");
    tellPlaces(name);
  };
  const stepPlace = (by) => {
    const marks = listPlaces();
    if (!marks.length) return;
    const at = marks.indexOf(placed);
    reachPlace(marks.at(at < 0 && by < 0 ? -1 : (at + by) % marks.length), one("b", places).textContent);
    const write = isOpen("article") ? "replaceState" : "pushState";
    history[write](null, "", `#${placed.closest(".block").id}`);
    openPanel();
    placed.scrollIntoView({ block: "center", behavior: "instant" });
  };
  document.addEventListener("click", ({ target }) => {
    const element = target.closest?.("[data-term]");
    if (element && !element.matches(".delivered .quiet:not(.chosen)")) chooseTerm(element);
  });
  for (const button of all("[data-places] button")) {
    const by = Number(button.dataset.step);
    button.addEventListener("click", () => (by ? stepPlace(by) : forgetTerm()));
  }

  // ---- Thresholds. As in the extraction, a score at or above the threshold is kept; verdicts by rule do not change.
  const isKeptAt = (score, threshold) => score >= threshold;
  const items = new Map(); // by element
  const judged = new Map(); // by the name of the slider
  for (const element of all("[data-slider]")) {
    const { slider, score, threshold, kept } = element.dataset;
    const item = { element, slider, score: Number(score), threshold: Number(threshold), given: kept === "true" };
    item.kept = item.given;
    item.away = item.given ? "false" : kept; // a block that is not in the text may be in another field
    item.isCounted = element.matches(".card, [data-block]");
    items.set(element, item);
    if (!judged.has(slider)) judged.set(slider, []);
    judged.get(slider).push(item);
  }
  const tallies = { images: one('[data-count="images"]'), blocks: one('[data-count="blocks"]') };
  const counts = Object.fromEntries(Object.entries(tallies).map(([what, tally]) => [what, Number(tally?.textContent)]));

  // Show enough digits to tell the two numbers apart.
  const digitsOf = (score, threshold) => {
    const difference = Math.abs(score - threshold);
    return difference === 0 ? 2 : ([2, 3, 4].find((digits) => difference >= 10 ** -digits) ?? 6);
  };
  const compare = (score, threshold) => {
    const digits = digitsOf(score, threshold);
    return `${score.toFixed(digits)} ${isKeptAt(score, threshold) ? "≥" : "<"} ${threshold.toFixed(digits)}`;
  };
  // A verdict that a moved threshold reversed gets this ground instead of its own.
  const explainMoved = ({ score, kept }, threshold) => {
    const [own, yours] = [score, threshold].map((number) => number.toFixed(digitsOf(score, threshold)));
    return `its score of ${own} ${kept ? "reaches" : "is below"} your threshold of ${yours}.`;
  };
  const tell = (element, words) => {
    if (!element) return;
    element.dataset.given ??= element.textContent;
    element.textContent = words ?? element.dataset.given;
  };
  const thresholds = new Map();
  const words = (kept, verdict) => (/^[A-Z]/.test(verdict.textContent) ? ["Dropped", "Kept"] : ["dropped", "kept"])[Number(kept)];
  // Shows the verdict of an element. There are thousands, so those far out of view are updated when they come near.
  const write = (item) => {
    const threshold = thresholds.get(item.slider) ?? item.threshold;
    if (item.written === threshold) return;
    item.written = threshold;
    const { element, kept } = item;
    const isTurned = kept !== item.given;
    const verdict = one(".verdict", element);
    tell(verdict, isTurned ? words(kept, verdict) : null);
    tell(one(".ground", element), isTurned ? explainMoved(item, threshold) : null);
    const number = one(".why .number, .score > .number", element);
    if (number) number.textContent = compare(item.score, threshold);
    tell(one(".reason", element), isTurned ? "threshold" : null);
    tell(one(".meaning", element), isTurned ? "Your threshold decides." : null);
    one(".score .mark", element)?.setAttribute("d", `M${(threshold * 200).toFixed(1)} 0v12`);
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
  for (const item of items.values()) {
    item.written = item.threshold;
    if (item.element.matches(".card, .block, .note")) watch.observe(item.element);
  }
  let isWriting = false;
  const writeAll = () => {
    isWriting = false;
    for (const item of near) write(item);
    quieten();
    arrangeWall();
    offerPictures();
    if (jump) tellJump();
  };
  const rejudge = (name, what, threshold) => {
    for (const item of judged.get(name) ?? []) {
      const kept = isKeptAt(item.score, threshold);
      if (kept === item.kept) continue;
      item.kept = kept;
      item.element.dataset.kept = kept ? "true" : item.away;
      if (item.isCounted) counts[what] += kept ? 1 : -1;
      if (kept && item.element.matches(".run .block, .pile .note")) item.element.closest("details").open = true;
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
    // What it moves is framed while it is in use.
    const frameMoved = (isOn) => { for (const item of judged.get(slider.dataset.controls) ?? []) item.element.classList.toggle("moved", isOn); };
    for (const [kind, isOn] of [["focusin", true], ["mouseenter", true], ["focusout", false], ["mouseleave", false]]) slider.addEventListener(kind, () => frameMoved(isOn));
    one("[data-reset]", slider).addEventListener("click", () => {
      input.value = String(start);
      setThreshold(slider, start);
      input.focus();
    });
  }

  // ---- The wall: kept images above dropped ones, those that the viewer wants to see, in the order asked for.
  const CLOSE = 0.15; // difference of score and threshold up to which a verdict is uncertain
  const cards = all(".card");
  const sieve = one("[data-sieve]");
  const groups = new Map(all("[data-group]").map((group) => [group.dataset.group, { group, wall: one(".wall", group), none: one(".none", group) }]));
  const isUncertain = (card) => {
    const item = items.get(card);
    if (!item) return false;
    return card.dataset.reason === "uncertain" || Math.abs(item.score - (thresholds.get(item.slider) ?? item.threshold)) < CLOSE;
  };
  const PASSES = {
    all: () => true,
    kept: (card) => card.dataset.kept === "true",
    dropped: (card) => card.dataset.kept === "false",
    uncertain: isUncertain,
  };
  const ORDERS = {
    place: (a, b) => a.dataset.place - b.dataset.place,
    rank: (a, b) => a.dataset.rank - b.dataset.rank,
    score: (a, b) => (b.dataset.score ?? -1) - (a.dataset.score ?? -1) || a.dataset.place - b.dataset.place,
  };
  // Behind the first of them, images dropped for one reason are folded; uncertain ones, and what the viewer's own
  // threshold drops, always stand in sight, as all do whose reason the viewer asks for.
  const folds = new Map(all("[data-fold]").map((fold) => [fold.dataset.fold, { fold, wall: one(".wall", fold), more: one("[data-more]", fold), first: Number(fold.dataset.first) }]));
  const isAlike = (card) => {
    const item = items.get(card);
    return card.dataset.kept === "false" && (!item || !item.given) && !card.hidden && !isUncertain(card);
  };
  const foldCards = (shown) => {
    const folded = new Map(); // the reason by the card
    for (const [reason, { first, fold, more }] of folds) {
      const rest = shown.filter((card) => card.dataset.reason === reason && isAlike(card)).slice(first);
      fold.hidden = rest.length < first;
      if (fold.hidden) continue;
      more.textContent = String(rest.length);
      for (const card of rest) folded.set(card, reason);
    }
    return folded;
  };
  let arranged = "";
  const arrangeWall = () => {
    if (!cards.length) return;
    const wanted = sieve ? Object.fromEntries(new FormData(sieve)) : { verdict: "all", reason: "", sort: "place" };
    const order = cards.toSorted(ORDERS[wanted.sort]);
    const alike = wanted.sort === "place" ? cards.toSorted(ORDERS.rank) : order; // where places tell nothing
    for (const card of cards) {
      card.hidden = !PASSES[wanted.verdict](card) || (wanted.reason !== "" && card.dataset.reason !== wanted.reason);
    }
    const folded = foldCards(wanted.reason === "" ? alike : []);
    const homeOf = (card) => folded.get(card) ?? card.dataset.kept;
    const key = wanted.sort + order.map(homeOf).join();
    if (key !== arranged) {
      for (const [kept, { wall }] of groups) wall.append(...order.filter((card) => homeOf(card) === kept));
      for (const [reason, { wall }] of folds) wall.append(...alike.filter((card) => homeOf(card) === reason));
    }
    arranged = key;
    for (const [name, passes] of Object.entries(PASSES)) {
      const tally = sieve && one(`[data-tally="${name}"]`, sieve);
      if (tally) tally.textContent = String(cards.filter(passes).length);
    }
    const isSifted = wanted.verdict !== "all" || wanted.reason !== "";
    for (const { group, wall, none } of groups.values()) {
      none.hidden = [...wall.children].some((card) => !card.hidden);
      group.hidden = !none.hidden && isSifted;
    }
  };
  sieve?.addEventListener("change", arrangeWall);
  sieve?.addEventListener("submit", (event) => event.preventDefault());
  for (const card of cards) {
    one(".thumb", card).addEventListener("click", () => { const details = one("details", card); details.open = !details.open; });
  }
  arrangeWall();

  // ---- The text: as delivered, or everything.
  const showView = (radio) => {
    flow?.classList.toggle("delivered", radio.value === "delivered");
    offerPictures();
  };
  const chooseView = (value) => {
    const radio = one(`input[name="view"][value="${value}"]`);
    radio.checked = true;
    showView(radio);
  };
  for (const radio of all('input[name="view"]')) {
    if (radio.checked) showView(radio); // chosen before this script loaded, or before the viewer came back
    radio.addEventListener("change", () => showView(radio));
  }

  // ---- Blocks show why: they share one tab stop, and arrows move between them, as between the cards of the wall.
  const meanings = new Map(all("[data-meaning]").map((element) => [element.dataset.meaning, element.textContent]));
  const explain = (block) => {
    const details = one(":scope > .why > .details", block);
    const reason = one(":scope > .why > .reason", block);
    if (!reason || one(".meaning", details)) return;
    const meaning = document.createElement("span");
    meaning.className = "meaning";
    meaning.textContent = meanings.get(reason.dataset.reason) ?? "";
    details.prepend(meaning);
    if (reason.textContent === "threshold") tell(meaning, "Your threshold decides.");
  };
  const pointTo = (block) => {
    if (items.has(block)) write(items.get(block));
    explain(block);
    offerMark(block);
  };
  const isShown = (element) => element.checkVisibility();
  const blocks = flow ? all(".block", flow) : [];
  const stops = { article: null, images: null };
  const MEMBERS = { article: () => blocks, images: () => all(".card") };
  const makeCurrent = (name, element) => {
    if (stops[name]) stops[name].tabIndex = -1;
    stops[name] = element;
    if (element) element.tabIndex = 0;
  };
  const place = (name) => {
    if (stops[name]?.isConnected && isShown(stops[name])) return;
    makeCurrent(name, MEMBERS[name]().find(isShown) ?? null);
  };
  const go = (name, element) => {
    if (!element) return;
    makeCurrent(name, element);
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  const step = (name, from, by) => {
    const members = MEMBERS[name]();
    for (let at = members.indexOf(from) + by; at >= 0 && at < members.length; at += by) {
      if (isShown(members[at])) return members[at];
    }
    return null;
  };
  // The nearest card of the next row, or of the one before.
  const stepRow = (from, by) => {
    const { left, top } = from.getBoundingClientRect();
    let best = null;
    for (let card = step("images", from, by); card; card = step("images", card, by)) {
      const at = card.getBoundingClientRect();
      if (best && (at.top - best.top) * by > 1) break;
      if ((at.top - top) * by > 1 && (!best || Math.abs(at.left - left) < Math.abs(best.left - left))) best = { card, left: at.left, top: at.top };
    }
    return best?.card;
  };
  const MOVES = {
    article: {
      ArrowDown: (from) => step("article", from, 1),
      ArrowUp: (from) => step("article", from, -1),
      Home: () => blocks.find(isShown),
      End: () => blocks.findLast(isShown),
    },
    images: {
      ArrowRight: (from) => step("images", from, 1),
      ArrowLeft: (from) => step("images", from, -1),
      ArrowDown: (from) => stepRow(from, 1),
      ArrowUp: (from) => stepRow(from, -1),
      Enter: (from) => { one("details", from).open = !one("details", from).open; },
    },
  };
  const TYPED = "input:not([type=radio]), textarea, select";
  // Keys work at once: without a focus of their own they mean the first block or image in view.
  document.addEventListener("keydown", (event) => {
    const name = ["article", "images"].find(isOpen);
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest(TYPED)) return;
    if (jump && isOpen("page") && key.toLowerCase() in JUMPS) return jumpBy(JUMPS[key.toLowerCase()]);
    if (!name) return;
    if (chosen !== null && key.toLowerCase() in JUMPS) return stepPlace(JUMPS[key.toLowerCase()]);
    if (chosen !== null && key === "Escape") return forgetTerm();
    const member = target.closest(".block, .card");
    const isFree = target === document.body || target === one("main");
    if (isLabelling && key.toLowerCase() === "m" && (member || isFree)) {
      event.preventDefault();
      const meant = member ?? findFirstInView(name);
      if (!meant) return;
      go(name, meant);
      toggleMark(meant);
    } else if (key in MOVES[name] && (target === member || (isFree && key.startsWith("Arrow")))) {
      event.preventDefault();
      go(name, member ? MOVES[name][key](member) : findFirstInView(name));
    }
  });
  const findFirstInView = (name) => {
    const below = bar.getBoundingClientRect().bottom;
    return MEMBERS[name]().find((member) => isShown(member) && member.getBoundingClientRect().top >= below - 1);
  };
  flow?.addEventListener("mouseover", (event) => {
    const block = event.target.closest?.(".block");
    if (block) pointTo(block);
  });
  document.addEventListener("focusin", ({ target }) => {
    const member = target.closest(".flow .block, .card");
    if (!member) return;
    if (member.matches(".block")) pointTo(member);
    makeCurrent(member.matches(".block") ? "article" : "images", member);
  });
  // What a threshold, a filter or another view hides cannot be the tab stop.
  document.addEventListener("change", () => Object.keys(stops).forEach(place));

  // ---- Exports, copied and saved as they stand in the page.
  const readExport = (id) => { const holder = document.getElementById(id); return holder.value ?? holder.textContent; };
  const copy = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = Object.assign(document.createElement("textarea"), { value: text }); // over http, where there is no clipboard
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  };
  const save = ({ id, type, dataset }) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([readExport(id)], { type: dataset.type ?? type }));
    link.download = dataset.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const tellCopied = (button, word) => {
    button.firstChild.data = word;
    setTimeout(() => { button.firstChild.data = "Copy"; }, 2000);
  };
  for (const button of all("[data-copy]")) {
    button.addEventListener("click", () => copy(readExport(button.dataset.copy)).then(() => tellCopied(button, "Copied"), () => tellCopied(button, "Not copied")));
  }
  for (const button of all("[data-save]")) {
    button.addEventListener("click", () => save(document.getElementById(button.dataset.save)));
  }

  for (const field of all("[data-select]")) field.addEventListener("focus", () => field.select());

  // ---- Labels: everything shown is right unless marked; only differences from the first verdicts are sent.
  const form = one("[data-labels]");
  const toggle = one("[data-labelling]");
  const labelbar = one("[data-labelbar]");
  const first = new Map(all(".block[data-block], .card").map((element) => [element, element.dataset.kept === "true"]));
  const captions = new Map(all("[data-caption]").map((field) => [field, field.defaultValue]));
  // Chromium lays out everything that is folded, to fill in forms, whenever a card with a field moves: so they are away.
  const markings = all(".marking").map((fields) => [fields, fields.parentElement]);
  const markButtons = all("[data-mark-image]");
  for (const [fields] of markings) {
    fields.hidden = false;
    fields.remove();
  }
  let isLabelling = false;

  const wrong = document.createElement("button");
  wrong.type = "button";
  wrong.className = "small wrong";
  wrong.addEventListener("click", () => {
    toggleMark(wrong.closest(".block"));
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
    const figure = "image" in element.dataset ? one(`[data-figure="${element.dataset.image}"]`) : null;
    for (const marked of [element, figure]) {
      if (!marked) continue;
      marked.toggleAttribute("data-marked", isMarked);
      for (const button of all(".wrong, [data-mark-image]", marked)) button.setAttribute("aria-pressed", String(isMarked));
    }
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
  const label = (isOn) => {
    isLabelling = isOn;
    toggle.setAttribute("aria-pressed", String(isOn));
    toggle.textContent = isOn ? "Stop labelling" : "Start labelling";
    form.hidden = labelbar.hidden = !isOn;
    for (const [fields, home] of markings) isOn ? home.append(fields) : fields.remove();
    if (!isOn) wrong.remove();
    tellMarks();
  };
  toggle?.addEventListener("click", () => label(!isLabelling));
  one("[data-stop]")?.addEventListener("click", () => label(false));
  for (const button of markButtons) button.addEventListener("click", () => toggleMark(button.closest(".card")));
  for (const field of [...captions.keys(), ...all("[data-title]")]) field.addEventListener("input", tellMarks);
  form?.addEventListener("submit", () => {
    one('[name="marks"]', form).value = JSON.stringify(collectMarks());
  });

  if (inspection) {
    openPanel();
    Object.keys(stops).forEach(place);
    addEventListener("hashchange", () => {
      openPanel();
      Object.keys(stops).forEach(place);
    });
  }
})();
