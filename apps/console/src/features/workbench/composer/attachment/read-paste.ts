type Clipboard = { getData: (format: string) => string; files: Iterable<File> }

/**
 * The pictures of a paste. Office programs put a picture of the copied words beside the words themselves: then the
 * words are meant.
 */
export function pastedImages(clipboard: Clipboard): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files]
}
