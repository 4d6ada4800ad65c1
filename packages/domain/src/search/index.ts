export * from './grams.ts'
export * from './plain-text.ts'
export * from './snippet.ts'
