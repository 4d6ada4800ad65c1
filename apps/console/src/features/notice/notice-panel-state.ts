import { createStore, useStore } from '@ruwu/ui'

const isOpen = createStore(false)

/** One panel for bell, phone menu and toasts. */
export const useIsNoticePanelOpen = () => useStore(isOpen)
export const isNoticePanelOpen = isOpen.get
export const openNoticePanel = () => isOpen.set(true)
export const closeNoticePanel = () => isOpen.set(false)
export const toggleNoticePanel = () => isOpen.set(!isOpen.get())
