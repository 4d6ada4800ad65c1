import { APICallError } from 'ai'

type Why = { isTransport?: boolean; isRefusal?: boolean; cause?: unknown }

/** A failed model call; the message is shown to the enterprise. */
export class ModelProblem extends Error {
  override name = 'ModelProblem'
  /** Network, timeout or 5xx: a retry may help. */
  readonly isTransport: boolean
  /** The provider rejected the request's content. */
  readonly isRefusal: boolean

  constructor(message: string, { isTransport = false, isRefusal = false, cause }: Why = {}) {
    super(message, { cause })
    this.isTransport = isTransport
    this.isRefusal = isRefusal
  }
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: '模型拒绝了请求，请检查模型名',
  401: '密钥无效',
  402: '账户余额不足',
  403: '密钥没有权限',
  404: '模型不存在，或接口地址不正确',
  408: '模型响应超时',
  413: '内容过长',
  429: '请求过于频繁，或额度已用完',
}

/** Statuses that text-only models give to requests with images; some answer 404. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 413, 415, 422])

const CODE_TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到接口地址',
  EAI_AGAIN: '找不到接口地址',
  ECONNREFUSED: '接口地址无法连接',
  ECONNRESET: '连接被中断',
  EPIPE: '连接被中断',
  UND_ERR_SOCKET: '连接被中断',
  ETIMEDOUT: '模型响应超时',
  UND_ERR_CONNECT_TIMEOUT: '模型响应超时',
  UND_ERR_HEADERS_TIMEOUT: '模型响应超时',
  UND_ERR_BODY_TIMEOUT: '模型响应超时',
  CERT_HAS_EXPIRED: '接口证书不可信',
  DEPTH_ZERO_SELF_SIGNED_CERT: '接口证书不可信',
  ERR_TLS_CERT_ALTNAME_INVALID: '接口证书不可信',
  NOT_PUBLIC: '接口地址须是公网地址',
}

export const TIMEOUT_TEXT = '模型响应超时'
export const ANSWER_TEXT = '模型返回的内容无法识别'

export function toProblem(error: unknown): ModelProblem {
  if (error instanceof ModelProblem) return error
  if (isTimeout(error)) return new ModelProblem(TIMEOUT_TEXT, { isTransport: true, cause: error })
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status !== undefined && status >= 400) {
    const text = STATUS_TEXTS[status] ?? `模型服务异常（${status}）`
    return new ModelProblem(text, {
      isTransport: status >= 500 || status === 408,
      isRefusal: REFUSALS.has(status),
      cause: error,
    })
  }
  const text = codesOf(error)
    .map((code) => CODE_TEXTS[code])
    .find((known) => known !== undefined)
  if (text !== undefined) return new ModelProblem(text, { isTransport: true, cause: error })
  return isNetwork(error)
    ? new ModelProblem('接口地址无法连接', { isTransport: true, cause: error })
    : new ModelProblem(ANSWER_TEXT, { cause: error })
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
const isNetwork = (error: unknown) =>
  chainOf(error).some((each) => /fetch failed|terminated|other side closed/i.test(each.message))

const codesOf = (error: unknown): string[] => chainOf(error).map((each) => (each as NodeJS.ErrnoException).code ?? '')

/** The error and its causes, at most six deep. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 6; each = each.cause) chain.push(each)
  return chain
}
