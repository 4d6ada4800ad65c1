import { FlowId } from '@ruwu/contract'
import { useSearchParams } from 'react-router'

export const FLOW_LIST_PATH = '/automation/index'
const DETAIL_PATH = '/automation/detail'

/** The canvas of a flow, or one of its published versions. */
export const flowPath = (id: FlowId, version?: number): string =>
  `${DETAIL_PATH}?${new URLSearchParams({ id, ...(version !== undefined && { version: String(version) }) })}`

/** Which flow the URL names; undefined: none. */
export function useFlowUrl(): { id: FlowId; version: number | undefined } | undefined {
  const [search] = useSearchParams()
  const id = FlowId.safeParse(search.get('id'))
  const version = Number(search.get('version'))
  return id.success
    ? { id: id.data, version: Number.isInteger(version) && version > 0 ? version : undefined }
    : undefined
}
