export { CountService } from './count.service.ts'
export { ListService } from './list.service.ts'
export { refreshBitmaps } from './bitmap-refresh.repo.ts'
export { countByTag } from './tag-counts.repo.ts'
