/** Adds a new element with attributes and content to a parent. Texts stay texts: nothing is parsed as HTML. */
export function add(parent, name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  parent.append(element);
  return element;
}

/** The parts of a line: `code`, [links](https://…) and plain text. */
const inline = (parent, text) => {
  for (const part of text.split(/(`[^`]+`|\[[^\]]+\]\(https:[^)]+\))/)) {
    const [, label, href] = part.match(/^\[(.+)\]\((.+)\)$/) ?? [];
    if (part.startsWith('`')) add(parent, 'code', {}, part.slice(1, -1));
    else if (href) add(parent, 'a', { href, target: '_blank', rel: 'noopener noreferrer' }, label);
    else parent.append(part);
  }
  return parent;
};

/** Draws the Markdown that the guides use: a title, headings, paragraphs, lists, blocks of code and tables. */
function draw(article, text) {
  for (const block of text.split(/(```[\s\S]*?```)|\n\n/).filter(Boolean)) {
    if (block.startsWith('# ')) continue;
    if (block.startsWith('```'))
      add(add(article, 'pre', { tabindex: 0 }), 'code', {}, block.replace(/^```\w*\n|```$/g, ''));
    else if (block.trim().startsWith('## ')) add(article, 'h3', {}, block.trim().slice('## '.length));
    else if (block.startsWith('|')) table(article, block);
    else if (block.trim().startsWith('- ')) list(article, block);
    else if (block.trim()) inline(add(article, 'p'), block);
  }
}

function list(article, block) {
  const items = add(article, 'ul');
  for (const line of block.trim().split(/^- /m).slice(1)) inline(add(items, 'li'), line.trim());
}

function table(article, block) {
  const [head, , ...rows] = block
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split('|'));
  const body = add(article, 'table');
  const first = add(body, 'tr');
  for (const cell of head) add(first, 'th', { scope: 'col' }, cell.trim());
  for (const row of rows) {
    const line = add(body, 'tr');
    for (const cell of row) inline(add(line, 'td'), cell.trim());
  }
}

/** Lists the guides, folded. A guide opens by its title, or by its address `#guide/3-errors`. */
export function showGuides(parent, guides) {
  for (const { name, title, text } of guides) {
    const guide = add(parent, 'details', { id: `guide/${name}`, class: 'guide' });
    add(guide, 'summary', { class: 'guide-title' }, title);
    draw(add(guide, 'article', { tabindex: -1, 'aria-label': title }), text);
  }
}

/** Opens a guide and moves the focus to its text: on its title, the key that chose the guide would fold it again. */
export function openGuide(name) {
  const guide = document.getElementById(`guide/${name}`);
  if (!guide) return;
  guide.open = true;
  guide.querySelector('article').focus();
  guide.scrollIntoView();
}
