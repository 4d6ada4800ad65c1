import { messageApi } from '@ruwu/contract'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { onSessionEnd } from '../../../session/session-end.ts'
import { currentAgentId } from '../../../session/current-agent.ts'
import { createThreadStore } from './create-thread-store.ts'

export const threadStore = createThreadStore({
  list: (body) => call(messageApi.list, { body }),
  locate: (body) => call(messageApi.locate, { body }),
  meId: currentAgentId,
  onMessageMissing: showError,
})

onSessionEnd(() => threadStore.clear())
