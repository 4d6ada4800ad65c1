import type { OwnerType, QuickReplyGroup, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { moved } from '../../list/reorder.ts'
import type { Libraries } from './quick-reply.queries.ts'

export const groupsOf = ({ entGroups, agentGroups }: Libraries, owner: OwnerType): QuickReplyGroup[] =>
  owner === 'enterprise' ? entGroups : agentGroups

export const countReplies = (groups: readonly QuickReplyGroup[]): number =>
  groups.reduce((sum, { replies }) => sum + replies.length, 0)

/** Applies a change to both libraries; ids are unique among them. */
const eachLibrary = (libraries: Libraries, change: (groups: QuickReplyGroup[]) => QuickReplyGroup[]): Libraries => ({
  entGroups: change(libraries.entGroups),
  agentGroups: change(libraries.agentGroups),
})

/** The libraries with a group at another place. */
export const withGroupAt = (libraries: Libraries, id: QuickReplyGroupId, to: number): Libraries =>
  eachLibrary(libraries, (groups) => {
    const from = groups.findIndex((group) => group.id === id)
    return from < 0 ? groups : moved(groups, from, to)
  })

/** The libraries with a reply at another place, in its group or another one. */
export const withReplyAt = (
  libraries: Libraries,
  id: QuickReplyId,
  groupId: QuickReplyGroupId,
  to: number,
): Libraries =>
  eachLibrary(libraries, (groups) => {
    const reply = groups.flatMap((group) => group.replies).find((each) => each.id === id)
    if (!reply) return groups
    return groups.map((group) => {
      const others = group.replies.filter((each) => each.id !== id)
      return { ...group, replies: group.id === groupId ? others.toSpliced(to, 0, { ...reply, groupId }) : others }
    })
  })
