/** Elements in a box that the text selection touches. Firefox selects cells of a table as several ranges. */
export function selectedElements(box: HTMLElement, selector: string): HTMLElement[] {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed) return []
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index))
  const isTouched = (element: HTMLElement) => ranges.some((range) => range.intersectsNode(element))
  return [...box.querySelectorAll<HTMLElement>(selector)].filter(isTouched)
}
