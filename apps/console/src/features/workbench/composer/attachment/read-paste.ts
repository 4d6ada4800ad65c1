type Clipboard = { getData: (format: string) => string; files: Iterable<File> }

/**
 * The images of a paste. Office programs add a rendering of copied text as an image: with text present the image is
 * ignored.
 */
export function pastedImages(clipboard: Clipboard): File[] {
  if (clipboard.getData('text/plain').trim() !== '') return []
  return [...clipboard.files]
}
