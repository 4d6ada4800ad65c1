export { WORDS_DRAWER, WordListSheet } from './components/word-list-sheet.tsx'
