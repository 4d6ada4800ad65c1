export { TagDot } from './components/tag-dot.tsx'
export * from './tag.events.ts'
export { tagKeys, useTagMap, useTags, type TagMap } from './tag.queries.ts'
