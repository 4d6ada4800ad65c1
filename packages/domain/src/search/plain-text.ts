/** The form in which texts and keywords are compared: whatever their case and width. */
export const plainText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether the keyword stands in the text as it is; the empty one stands everywhere. */
export const containsWord = (text: string, keyword: string): boolean =>
  plainText(text).includes(plainText(keyword.trim()))
