export { NoticeBell, UnreadCount } from './notice-bell.tsx'
export { NoticeHost } from './notice-host.tsx'
export { closeNoticePanel, isNoticePanelOpen, openNoticePanel } from './notice-panel-state.ts'
export { useDueCustomers, useNoticeCounts } from './notice.queries.ts'
