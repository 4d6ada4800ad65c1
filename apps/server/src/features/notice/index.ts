export { noticeRoutes } from './notice.routes.ts'
export { createNoticeService } from './notice.service.ts'
export { watchCustomers } from './customer-notices.ts'
