export { insertDefaultTags, insertTags, listTags, systemTagId, type TagRow } from './tag.repo.ts'
export { tagRoutes } from './tag.routes.ts'
export { TagService } from './tag.service.ts'
export { toTag } from './tag.view.ts'
