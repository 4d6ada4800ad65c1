export * from './find-replies.ts'
export * from './pinyin-initials.ts'
