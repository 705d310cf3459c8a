// Returns every element and text of the page as JSON, with boxes and computed styles.
//
// Answer: {tags: [name], styles: [[value]], viewport: [width, height], page: [width, height], isCut: bool, nodes: [...]}
// A node is [depth, tag index, [name, value, ...], style index, box or 0] or, for a text, [depth, text, box or 0].
// The answer is {isLoading: true} until the page has loaded, and {limit: "nodes" | "characters"} over a limit.
// A box is [left, top, width, height] in CSS pixels of the page.
//
// Runs in an isolated world, where the page's scripts cannot have changed the prototypes. Properties are still read
// from the prototypes, because form fields shadow properties of the same name (<form><input name="firstChild">).
(properties, maxNodes, maxCharacters, maxDepth) => {
  if (document.readyState !== "complete") return JSON.stringify({ isLoading: true });
  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (node) => get.call(node);
  };
  const method = (type, name) => {
    const call = type.prototype[name];
    return (node, ...values) => call.apply(node, values);
  };
  const nodeType = getter(Node, "nodeType");
  const lastChild = getter(Node, "lastChild");
  const previousSibling = getter(Node, "previousSibling");
  const data = getter(CharacterData, "data");
  const localName = getter(Element, "localName");
  const prefix = getter(Element, "prefix");
  const attributes = getter(Element, "attributes");
  const shadowRoot = getter(Element, "shadowRoot");
  const assignedNodes = method(HTMLSlotElement, "assignedNodes");
  const elementBox = method(Element, "getBoundingClientRect");
  const elementBoxes = method(Element, "getClientRects");
  const range = document.createRange();
  const root = document.documentElement;

  // XML has no control characters or lone surrogates; in HTML a form feed is white space.
  const REFUSED = /[\u0000-\u0008\u000b\u000e-\u001f\ufffe\uffff]/g;
  const clean = (text) => text.toWellFormed().replace(REFUSED, "").replaceAll("\f", " ");
  const isBlank = (text) => !/[^ \t\n\r\f]/.test(text);
  const round = (pixels) => Math.round(pixels * 100) / 100;

  const box = (rect) => [round(rect.left + scrollX), round(rect.top + scrollY), round(rect.width), round(rect.height)];
  const boxOfElement = (element) => {
    const rect = elementBox(element);
    const isShown = rect.width || rect.height || elementBoxes(element).length;
    return isShown ? box(rect) : 0;
  };
  const boxOfText = (text) => {
    range.selectNodeContents(text);
    const rect = range.getBoundingClientRect();
    return rect.width && rect.height ? box(rect) : 0;
  };

  // React streams fragments into hidden <div id="S:1">, for its script to put before <template id="B:1">.
  const placeStreamedFragments = () => {
    for (const fragment of document.querySelectorAll('div[hidden][id^="S:"]')) {
      const name = fragment.getAttribute("id").slice(2);
      const mark = document.getElementById("B:" + name) ?? document.getElementById("P:" + name);
      if (mark?.localName === "template" && !fragment.contains(mark)) {
        mark.before(fragment);
        fragment.removeAttribute("hidden");
      }
    }
  };

  // Some pages display nothing until their script runs, which it may never do.
  const displayPage = () => {
    if ([root, document.body].every((element) => !element || getComputedStyle(element).display !== "none")) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html, body { display: block !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };

  const table = (map, key, value) => {
    if (!map.has(key)) map.set(key, [map.size, value]);
    return map.get(key)[0];
  };
  const tags = new Map();
  const styles = new Map();
  const display = properties.indexOf("display");
  const styleOf = (element, inherited) => {
    const computed = getComputedStyle(element);
    const values = properties.map((property) => computed.getPropertyValue(property));
    // Content of a <video> has no style, because the player is shown instead.
    return values[display] ? values : inherited.with(display, "none");
  };

  // The order in which browsers show nodes: a shadow tree replaces its host's children, which go into its slots.
  const stack = [[root, 0, [], false]];
  const pushChildren = (element, ...rest) => {
    const slotted = localName(element) === "slot" && element instanceof HTMLSlotElement ? assignedNodes(element) : [];
    if (slotted.length) {
      for (const node of slotted.reverse()) stack.push([node, ...rest]);
      return;
    }
    for (let node = lastChild(shadowRoot(element) ?? element); node; node = previousSibling(node)) {
      stack.push([node, ...rest]);
    }
  };

  displayPage();
  placeStreamedFragments();
  const nodes = [];
  let characters = 0;
  let isCut = false;
  while (stack.length) {
    const [node, depth, inherited, isInHidden] = stack.pop();
    const type = nodeType(node);
    if (type === Node.TEXT_NODE) {
      const raw = data(node);
      const text = clean(raw);
      characters += text.length;
      if (text) nodes.push([depth, text, isInHidden || isBlank(raw) ? 0 : boxOfText(node)]);
    } else if (type === Node.ELEMENT_NODE) {
      const name = clean((prefix(node) ? prefix(node) + ":" : "") + localName(node)).toLowerCase();
      const pairs = [];
      for (const attribute of attributes(node)) {
        pairs.push(clean(attribute.name).toLowerCase(), clean(attribute.value));
        characters += attribute.name.length + attribute.value.length;
      }
      // Content of an element that is not displayed has no box, and computing its style is slow.
      const style = isInHidden ? inherited : styleOf(node, inherited);
      const isHidden = style[display] === "none";
      const index = table(styles, style.join("\n"), style);
      nodes.push([depth, table(tags, name, name), pairs, index, isHidden ? 0 : boxOfElement(node)]);
      if (depth < maxDepth) pushChildren(node, depth + 1, style, isHidden);
      else isCut ||= Boolean(lastChild(node));
    }
    if (nodes.length > maxNodes) return JSON.stringify({ limit: "nodes" });
    if (characters > maxCharacters) return JSON.stringify({ limit: "characters" });
  }
  return JSON.stringify({
    tags: [...tags.keys()],
    styles: [...styles.values()].map(([, values]) => values),
    viewport: [root.clientWidth, innerHeight],
    page: [root.scrollWidth, root.scrollHeight],
    isCut,
    nodes,
  });
}
