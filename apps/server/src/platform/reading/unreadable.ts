/** A file or page that can't be learned from; the message is shown to the user. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

export const TYPES_TEXT = '仅支持 pdf、docx、txt、md、xlsx、html 文件'
