export * from './quick-replies.ts'
export * from './pinyin-initials.ts'
