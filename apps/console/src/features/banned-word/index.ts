export { useWordRules } from './banned-word.queries.ts'
export { WORDS_DRAWER, WordListSheet } from './components/word-list-sheet.tsx'
