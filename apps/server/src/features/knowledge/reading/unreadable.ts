/** Why a file or page can't be learned from, in words for the person who gave it. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

export const TYPES_TEXT = '仅支持 pdf、docx、txt、md、xlsx、html 文件'
