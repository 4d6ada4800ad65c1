export { TagDot } from './components/tag-dot.tsx'
export { tagKeys, useTagMap, useTags, type TagMap } from './tag.queries.ts'
