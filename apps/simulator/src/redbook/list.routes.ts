import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import type { Answer, Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { MATERIALS, postsOf } from '../world/catalogue.ts'
import type { Account, Comment } from '../world/state.ts'
import { redbookAnswer } from './answers.ts'
import { MATERIAL_TYPES, STAFF_STATUS } from './assumed.ts'
import { boundAccount, boundSender, knownFields, requireAppToken, textOf } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'

const PAGE_FIELDS = ['user_id', 'pageNo', 'pageSize']
const MAX_PAGE_SIZE = 100

function paged(fields: Fields, items: Fields[]): Answer {
  const pageNo = Number(fields.pageNo ?? 1)
  const pageSize = Number(fields.pageSize ?? 20)
  const isFine = Number.isInteger(pageNo) && pageNo > 0 && pageSize > 0 && pageSize <= MAX_PAGE_SIZE
  if (!isFine) throw refuse(990070, 'pageNo')
  return redbookAnswer({ list: items.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: items.length })
}

export function listRoutes(sim: Simulator): Route[] {
  const { world } = sim
  const coverUrl = (cover: string) => world.mediaUrl(cover)

  const post = (
    path: string,
    name: string,
    known: readonly string[],
    answer: (account: Account, fields: Fields) => Answer,
    find: (fields: Fields) => Account = (fields) => boundAccount(world, fields, null),
  ): Route => ({
    method: 'POST',
    path,
    name,
    handle: guarded(sim, (call: PlatformCall) => {
      requireAppToken(world, call)
      const fields = knownFields(world, call, known)
      return answer(find(fields), fields)
    }),
  })
  const sender = (fields: Fields) => boundSender(world, fields, 'reply')

  function staff(account: Account): Answer {
    const list = world.staffOf(account).map(({ accountId, name, avatar, staffState }) => ({
      kos_user_id: accountId,
      nick_name: name,
      avatar: world.mediaUrl(avatar),
      auth_status: STAFF_STATUS[staffState ?? 'asked'],
    }))
    return redbookAnswer({ list })
  }

  function materials(_: Account, fields: Fields): Answer {
    const type = Number(fields.type)
    const cardType = type in MATERIAL_TYPES ? MATERIAL_TYPES[type as keyof typeof MATERIAL_TYPES] : undefined
    if (!cardType) throw refuse(990070, 'type')
    const found = MATERIALS.filter((material) => material.cardType === cardType)
    return paged(
      fields,
      found.map(({ materialId, title, cover, status }) => ({
        material_id: materialId,
        title,
        cover_url: coverUrl(cover),
        status,
      })),
    )
  }

  function pages(_: Account, fields: Fields): Answer {
    const found = MATERIALS.filter(({ cardType }) => cardType === 'landing_page')
    return paged(
      fields,
      found.map(({ materialId, title, cover }) => ({ page_id: materialId, title, cover_url: coverUrl(cover) })),
    )
  }

  function notes(_: Account, fields: Fields): Answer {
    return paged(
      fields,
      postsOf('redbook').map(({ postId, title, cover }) => ({ note_id: postId, title, cover_url: coverUrl(cover) })),
    )
  }

  const commentsOf = ({ accountId }: Account) =>
    world.state.comments.filter((comment) => comment.source === 'redbook' && comment.accountId === accountId)

  function comments(account: Account, fields: Fields): Answer {
    const noteId = textOf(fields, 'noteId')
    const found = commentsOf(account).filter(({ postId }) => postId === noteId)
    return paged(
      fields,
      found.map(({ commentId, postId, customerId, text, at, parentId }) => ({
        comment_id: commentId,
        note_id: postId,
        customer_id: customerId,
        text,
        time: at,
        ...(parentId === null ? {} : { parent_id: parentId }),
      })),
    )
  }

  function reply(account: Account, fields: Fields): Answer {
    const commentId = textOf(fields, 'comment_id')
    const answered = commentsOf(account).find((comment) => comment.commentId === commentId)
    if (!answered || answered.postId !== fields.note_id) throw refuse(990070, 'comment_id')
    const comment: Comment = {
      ...answered,
      commentId: sim.platforms.redbook.newCommentId(),
      author: 'merchant',
      parentId: commentId,
      text: textOf(fields, 'text'),
      at: world.now(),
    }
    world.state.comments.push(comment)
    world.changed()
    return redbookAnswer()
  }

  /** Unbinds from our side; the platform sends no webhook for it. */
  function unbind(account: Account): Answer {
    account.authorisation = null
    world.changed()
    return redbookAnswer()
  }

  return [
    post('/api/open/im/auth/bind_users', 'bind_users', ['user_id'], staff),
    post('/api/open/im/material/list', 'material.list', [...PAGE_FIELDS, 'type'], materials),
    post('/api/open/im/page/list', 'page.list', PAGE_FIELDS, pages),
    post('/api/open/im/note/list', 'note.list', PAGE_FIELDS, notes),
    post('/api/open/im/comment/list', 'comment.list', [...PAGE_FIELDS, 'noteId'], comments),
    post('/api/open/im/comment/reply', 'comment.reply', ['user_id', 'note_id', 'comment_id', 'text'], reply, sender),
    post('/api/open/im/third/unbind_account', 'unbind', ['user_id', 'third_account_id'], unbind),
  ]
}
