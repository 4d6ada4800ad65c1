/** A chunk of its own: the word list is large. */
export { savedTextWarnings } from '@ruwu/domain'
