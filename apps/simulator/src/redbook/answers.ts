import type { Fields } from '../calls/platform-call.ts'
import type { Answer } from '../calls/platform-route.ts'
import type { RedbookRefusal } from './codes.ts'

const answer = (body: Fields): Answer => ({ status: 200, body: JSON.stringify(body) })

export const redbookAnswer = (data?: Fields): Answer =>
  answer({ code: 0, success: true, msg: '成功', ...(data === undefined ? {} : { data }) })

export const redbookRefusal = ({ code, message }: RedbookRefusal): Answer =>
  answer({ code, success: false, msg: message })
