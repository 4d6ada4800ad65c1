export { createSuggestService, type SuggestService } from './suggest.service.ts'
