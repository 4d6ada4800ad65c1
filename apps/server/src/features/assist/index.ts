export { createRewriteService } from './rewrite.service.ts'
export { createSummaryService, type SummaryService } from './summary.service.ts'
export { createSuggestService } from './suggest.service.ts'
