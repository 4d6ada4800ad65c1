export * from './bind-tags.ts'
export * from './system-tags.ts'
export * from './tag-colors.ts'
