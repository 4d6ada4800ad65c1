export * from './fill-variables.ts'
export * from './find-replies.ts'
export * from './pinyin-initials.ts'
export * from './quick-reply-limits.ts'
