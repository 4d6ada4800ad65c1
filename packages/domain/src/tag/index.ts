export * from './bind-tags.ts'
export * from './system-tags.ts'
