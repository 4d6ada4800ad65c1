/**
 * Changes the children of an element into the given markup, touching only what differs: focus, selection, scroll
 * positions, opened rows and half-typed text stay. `data-key` names a child across changes, the inside of `data-keep`
 * belongs to the page's script, and fields with `data-sync` show their new value unless they are being edited.
 */
export function morph(target: Element, markup: string): void {
  const template = document.createElement('template')
  template.innerHTML = markup
  morphChildren(target, template.content)
}

const keyOf = (node: Node): string | null => (node instanceof Element ? node.getAttribute('data-key') : null)

const isSameKind = (one: Node, other: Node): boolean => one.nodeName === other.nodeName && keyOf(one) === keyOf(other)

function morphChildren(parent: Node, wanted: Node): void {
  const keyed = new Map<string, Node>()
  for (const child of parent.childNodes) {
    const key = keyOf(child)
    if (key !== null) keyed.set(key, child)
  }
  let at = parent.firstChild
  for (const next of Array.from(wanted.childNodes)) {
    const key = keyOf(next)
    const known = key === null ? at : keyed.get(key)
    if (known && isSameKind(known, next)) {
      if (known === at) at = at.nextSibling
      else parent.insertBefore(known, at)
      morphNode(known, next)
    } else {
      parent.insertBefore(next, at)
    }
  }
  while (at) {
    const gone = at
    at = at.nextSibling
    parent.removeChild(gone)
  }
}

function morphNode(node: Node, wanted: Node): void {
  // Long lists change little: the browser compares a row much faster than we do.
  if (keyOf(node) !== null && node.isEqualNode(wanted)) return
  if (node instanceof Element && wanted instanceof Element) {
    morphAttributes(node, wanted)
    if (!node.hasAttribute('data-keep')) morphChildren(node, wanted)
    syncField(node, wanted)
  } else if (node.nodeValue !== wanted.nodeValue) {
    node.nodeValue = wanted.nodeValue
  }
}

/** Whether a row or menu is open is decided by the person, not by the markup. */
const isOwnState = (element: Element, name: string): boolean => name === 'open' && element.nodeName === 'DETAILS'

function morphAttributes(node: Element, wanted: Element): void {
  for (const { name } of Array.from(node.attributes)) {
    if (!wanted.hasAttribute(name) && !isOwnState(node, name)) node.removeAttribute(name)
  }
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  }
}

function syncField(node: Element, wanted: Element): void {
  if (!wanted.hasAttribute('data-sync') || node === document.activeElement) return
  if (node instanceof HTMLInputElement) node.value = node.defaultValue
  if (node instanceof HTMLSelectElement) {
    const chosen = [...node.options].find((it) => it.defaultSelected)
    if (chosen) node.value = chosen.value
  }
}
