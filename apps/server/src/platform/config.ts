import type { PayMethod } from '@ruwu/contract'
import { ASSUMED_ITEMS, PLATFORM_CALL_DAYS_MAX } from '@ruwu/domain'
import { z } from 'zod'
import { isLoopback } from './http/public-address.ts'
import { SECRET_KEY_MIN_LENGTH } from './secret-key.ts'
import { StartError } from './start-error.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'on', 'off'], { error: '只能是 true 或 false' })
    .optional()
    .transform((value) => (value === undefined ? fallback : ['true', '1', 'on'].includes(value)))

const text = (meaning: string, fallback = '') => z.string().default(fallback).describe(meaning)
const address = (meaning: string) =>
  z
    .union([z.literal(''), z.url('需要完整的地址')])
    .default('')
    .describe(meaning)
const service = (meaning: string, protocol: RegExp, example: string) =>
  z
    .union([z.literal(''), z.url({ protocol, error: `需要 ${example} 开头的地址` })])
    .default('')
    .describe(meaning)

const port = (fallback: number, meaning: string) =>
  z.coerce
    .number('需要 0 到 65535 的端口号')
    .int('需要整数')
    .min(0, '需要 0 到 65535 的端口号')
    .max(65_535, '需要 0 到 65535 的端口号')
    .default(fallback)
    .describe(meaning)

const CALL_DAYS = `需要 1 到 ${PLATFORM_CALL_DAYS_MAX} 的天数`
const callDays = (fallback: number, meaning: string) =>
  z.coerce
    .number(CALL_DAYS)
    .int('需要整数')
    .min(1, CALL_DAYS)
    .max(PLATFORM_CALL_DAYS_MAX, CALL_DAYS)
    .default(fallback)
    .describe(meaning)

const amount = (fallback: number, meaning: string) =>
  z.coerce.number('需要整数').int('需要整数').min(0, '不能小于 0').default(fallback).describe(meaning)

const POOL_SIZE = '需要 5 到 200 的连接数'
const poolSize = (fallback: number, meaning: string) =>
  z.coerce.number(POOL_SIZE).int('需要整数').min(5, POOL_SIZE).max(200, POOL_SIZE).default(fallback).describe(meaning)

const isPercentEncoded = (value: string): boolean => {
  try {
    return decodeURIComponent(value) !== undefined
  } catch {
    return false
  }
}

const SHARE = '需要 0 到 1 的数'
const DRAIN = '需要 0 到 300 的秒数'

const assumedItems: readonly string[] = ASSUMED_ITEMS

/** Every environment variable with its check, default and description. A test compares it with `docs/configuration.md`. */
export const ConfigSchema = z.object({
  PORT: port(8080, '监听端口；0 为任意空闲端口'),
  HOST: text('监听地址', '127.0.0.1'),
  DATA_DIR: text('数据目录；留空时为检出目录下的 data（普通用户无法进入时为 /var/lib/ruwu）'),
  PUBLIC_URL: address('用户访问的地址；留空时按监听地址'),
  ROLE: z
    .enum(['all', 'web', 'worker'], { error: '只能是 all、web 或 worker' })
    .default('all')
    .describe('本进程承担的角色'),
  DATABASE_URL: service('外部 PostgreSQL（15 及以上）；留空时使用内置数据库', /^postgres(ql)?$/, 'postgres://'),
  DATABASE_POOL_SIZE: poolSize(20, '本进程最多使用的数据库连接；任务、标记与健康检查另用至多 6 个'),
  DATABASE_READ_URL: service(
    '统计读取的只读副本；它中断或落后 30 秒以上时读主库；留空时总读主库',
    /^postgres(ql)?$/,
    'postgres://',
  ),
  REDIS_URL: service('节点之间的总线；留空时仅在进程内', /^rediss?$/, 'redis://'),
  S3_ENDPOINT: address('兼容 S3 的对象存储地址；留空时文件存放在数据目录'),
  S3_REGION: text('对象存储区域', 'us-east-1'),
  S3_BUCKET: text('对象存储桶'),
  S3_ACCESS_KEY_ID: text('对象存储访问密钥标识'),
  S3_SECRET_ACCESS_KEY: text('对象存储访问密钥'),
  SECRET_KEY: z
    .union([z.literal(''), z.string().min(SECRET_KEY_MIN_LENGTH, `至少 ${SECRET_KEY_MIN_LENGTH} 个字符`)])
    .default('')
    .describe(`加密密钥，至少 ${SECRET_KEY_MIN_LENGTH} 个字符；留空时生成在数据目录`),
  SECRET_KEY_OTHER: z
    .union([z.literal(''), z.string().min(SECRET_KEY_MIN_LENGTH, `至少 ${SECRET_KEY_MIN_LENGTH} 个字符`)])
    .default('')
    .describe('更换 SECRET_KEY 期间同样可以解密的另一个密钥'),
  DRAIN_SECONDS: z.coerce
    .number(DRAIN)
    .int('需要整数')
    .min(0, DRAIN)
    .max(300, DRAIN)
    .default(0)
    .describe('停止时先标为未就绪、仍回答请求的秒数，供负载均衡移走流量'),
  TRUST_PROXY: flag(false).describe('是否采信最近一层反向代理给出的客户端地址'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: '只能是 fatal、error、warn、info、debug 或 silent',
    })
    .default('warn')
    .describe('日志级别'),
  CHAT_REGISTRATION: z
    .enum(['open', 'closed', ''], { error: '只能是 open 或 closed' })
    .default('')
    .describe('公开的聊天服务（/auth、/api）是否接受新的注册和访客；留空时仅在本机演示时接受'),
  CHAT_NEW_USERS_PER_HOUR: amount(30, '聊天服务每小时从一个地址接受的新用户；合计不超过它的二十倍'),
  INTERNAL_TOKEN: text('读取 /metrics 与 /docs 的令牌（Authorization: Bearer …）；留空时只回答本机不经代理的访问'),
  DISK_RESERVE_MB: amount(1024, '数据目录所在磁盘的剩余空间（MB）低于此值时不再保存上传的文件'),
  DEMO: z
    .enum(['true', 'false', '1', '0', 'on', 'off', ''], { error: '只能是 true 或 false' })
    .default('')
    .describe(
      '演示企业与模拟平台；留空时仅在本机试用时开启：监听回环地址、使用内置数据库、没有 PUBLIC_URL、TRUST_PROXY、平台凭据和正式企业',
    ),
  DEMO_HISTORY: z
    .enum(['true', 'accounts', 'false'], { error: '只能是 true、accounts 或 false' })
    .default('true')
    .describe('首次启动时为演示企业绑定渠道账号并写入 30 天的会话；accounts 只绑定账号'),
  SIMULATOR_PORT: port(8090, '演示用模拟平台的端口'),
  SIMULATOR_KEY: text('模拟平台的应用密钥由它得出；留空时生成在数据目录，单独启动的模拟平台须给出同样的值'),
  DOUYIN_BASE_URL: address('抖音开放平台的地址；留空时为平台自己的地址，演示时为模拟平台'),
  DOUYIN_CLIENT_KEY: text('抖音应用标识；留空时仅在演示时可用'),
  DOUYIN_CLIENT_SECRET: text('抖音应用密钥'),
  REDBOOK_BASE_URL: address('小红书接口的地址；留空时为平台自己的地址，演示时为模拟平台'),
  REDBOOK_BIND_URL: address('小红书绑定页的地址；留空时为平台自己的地址，演示时为模拟平台'),
  REDBOOK_APP_ID: text('小红书应用标识；留空时仅在演示时可用'),
  REDBOOK_APP_SECRET: text('小红书应用密钥'),
  REDBOOK_CRYPTO_KEY: z
    .union([z.literal(''), z.string().regex(/^[0-9a-f]{32}$/i, '需要 32 位十六进制')])
    .default('')
    .describe('小红书消息加密密钥，32 位十六进制'),
  REDBOOK_AUTH_CODE: text('运营者从小红书取得的一次性授权码，用于首次换取应用令牌'),
  REDBOOK_ASSUMED: z
    .enum(['on', 'off', ''], { error: '只能是 on 或 off' })
    .default('')
    .describe('是否使用未经平台证实的接口；留空时仅对模拟平台使用'),
  REDBOOK_CONFIRMED: z
    .string()
    .refine((value) => parseList(value).every((item) => assumedItems.includes(item)), {
      error: `只能是 ${ASSUMED_ITEMS.join('、')}`,
    })
    .default('')
    .describe('已见其可用的未证实接口，逗号分隔'),
  REDBOOK_CHECK_SIGNATURE: flag(true).describe('是否校验小红书来电的签名；只能对本机的模拟平台关闭'),
  PLATFORM_CALL_DAYS: callDays(7, '平台来电的原文在处理完成后保留的天数'),
  FAILED_CALL_DAYS: callDays(30, '处理失败的平台来电保留的天数，供查看与重试'),
  LLM_BASE_URL: address('兼容 OpenAI 的模型接口地址；留空时由内置引擎回答，演示总由内置引擎回答'),
  LLM_API_KEY: text('模型接口的密钥'),
  LLM_MODEL: text('模型名'),
  EMBEDDING_MODEL: text('同一接口的向量模型名；留空时知识只按词语检索'),
  REGISTER_DISABLED: text('为 true 时关闭企业注册'),
  SMS_PER_DAY: amount(1000, '一天里最多发送的验证码短信，全部手机号合计'),
  ALIYUN_SMS_ACCESS_KEY_ID: text('阿里云短信的访问密钥标识；留空时不发短信，验证码写进服务日志，演示时也显示在页面上'),
  ALIYUN_SMS_ACCESS_KEY_SECRET: text('阿里云短信的访问密钥'),
  ALIYUN_SMS_SIGN_NAME: text('阿里云短信的签名名称'),
  ALIYUN_SMS_TEMPLATE_CODE: text('阿里云短信的模板编号；模板里的变量是 code'),
  ALIYUN_SMS_ENDPOINT: address('阿里云短信接口的地址；留空时为 https://dysmsapi.aliyuncs.com'),
  BANK_ACCOUNT_NAME: text('购买积分时对公转账的户名；户名、账号、开户行都填写时才可对公转账'),
  BANK_ACCOUNT_NO: text('对公转账的账号'),
  BANK_NAME: text('对公转账的开户行'),
  WECHAT_PAY_APP_ID: text('微信支付绑定的应用标识'),
  WECHAT_PAY_MCH_ID: text('微信支付商户号；留空时不能用微信支付购买积分'),
  WECHAT_PAY_SERIAL_NO: text('微信支付商户证书的序列号'),
  WECHAT_PAY_KEY_FILE: text('微信支付商户私钥的文件（PEM，apiclient_key.pem）'),
  WECHAT_PAY_API_V3_KEY: z
    .union([z.literal(''), z.string().length(32, '需要 32 个字符')])
    .default('')
    .describe('微信支付 APIv3 密钥，32 个字符'),
  WECHAT_PAY_PUBLIC_KEY_ID: text(
    '微信支付公钥的标识（PUB_KEY_ID_…）；更换期间可以写旧、新两个，逗号分隔；留空时用平台证书，证书自动下载并随更换更新',
  ),
  WECHAT_PAY_PUBLIC_KEY_FILE: text('微信支付公钥的文件（PEM），与标识的个数和顺序相同'),
  WECHAT_PAY_BASE_URL: address('微信支付接口的地址；留空时为 https://api.mch.weixin.qq.com，演示时为模拟平台'),
  ALIPAY_APP_ID: text('支付宝应用标识；留空时不能用支付宝购买积分'),
  ALIPAY_SELLER_ID: text('收款的支付宝账号（PID，2088 开头的 16 位数字）；填写后付给别的账号的通知不被接受'),
  ALIPAY_KEY_FILE: text('支付宝应用私钥的文件（PEM）'),
  ALIPAY_PUBLIC_KEY_FILE: text('支付宝公钥的文件（PEM）；更换期间可以放新旧两个'),
  ALIPAY_BASE_URL: address('支付宝网关的地址；留空时为 https://openapi.alipay.com/gateway.do，演示时为模拟平台'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    '接收链路追踪的 OpenTelemetry 采集器（OTLP/HTTP，如 http://127.0.0.1:4318）；留空时不追踪',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text('随追踪发送的请求头，如 api-key=…，逗号分隔').refine(
    isPercentEncoded,
    '值里的 % 要写成 %25',
  ),
  OTEL_SERVICE_NAME: text('追踪里的服务名', 'ruwu'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(SHARE)
    .min(0, SHARE)
    .max(1, SHARE)
    .default(1)
    .describe('追踪的请求与任务所占的比例，0 到 1'),
  NOTICE_FILE: text('首页公告的文件：JSON 数组，每条有 id、title、body、publishedAt；修改后立即生效'),
  EDITABLE_TEMPLATE_ENT_IDS: text('可编辑模板的企业标识，逗号分隔'),
  MONITORING_URL: address('前端监控地址'),
  TAG_MANAGER_ID: text('标签管理器标识'),
  TAG_MANAGER_HOST: text('加载标签管理器的唯一主机名'),
  WEB_BASE_URL: address('浏览器使用的接口地址；留空时与页面同源'),
  WEB_PUSH_URL: text('浏览器使用的推送地址（含即时通讯路径）；留空时为同源的 /api/connect'),
  WEB_STATIC_BASE_URL: address('对象存储静态资源地址'),
  WEB_AD_PLATFORM_URL: address('广告平台地址'),
  WEB_STORAGE_ACCESS_KEY_ID: text('浏览器可见的对象存储访问密钥标识'),
  WEB_ORG_ID: text('组织标识'),
  WEB_FOOTER_COPYRIGHT: text('登录页脚的版权文字'),
  WEB_FOOTER_FILING: text('登录页脚的备案文字'),
  WEB_TERMS_URL: address('注册页《服务协议》的地址；留空时只有名称'),
  WEB_PRIVACY_URL: address('注册页《隐私政策》的地址；留空时只有名称'),
})

export type Config = Omit<z.output<typeof ConfigSchema>, 'DEMO'> & {
  DEMO: boolean
  /** False: the demo is on because nothing marks a real installation. */
  isDemoAsked: boolean
}

/** The items of a comma-separated setting. */
export const parseList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Settings that must be given together. */
const REQUIRED_TOGETHER = [
  ['DOUYIN_CLIENT_KEY', 'DOUYIN_CLIENT_SECRET'],
  ['REDBOOK_APP_ID', 'REDBOOK_APP_SECRET', 'REDBOOK_CRYPTO_KEY'],
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['ALIYUN_SMS_ACCESS_KEY_ID', 'ALIYUN_SMS_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME', 'ALIYUN_SMS_TEMPLATE_CODE'],
  ['WECHAT_PAY_MCH_ID', 'WECHAT_PAY_APP_ID', 'WECHAT_PAY_SERIAL_NO', 'WECHAT_PAY_KEY_FILE', 'WECHAT_PAY_API_V3_KEY'],
  ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY_FILE'],
  ['ALIPAY_APP_ID', 'ALIPAY_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE'],
] as const

/** Base URL for browsers and platforms, without a trailing slash. */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, '')
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`
}

/** How points can be paid for. */
export const payMethodsOf = (config: Config): PayMethod[] => [
  ...(config.WECHAT_PAY_MCH_ID ? (['wechat'] as const) : []),
  ...(config.ALIPAY_APP_ID ? (['alipay'] as const) : []),
  ...(config.BANK_ACCOUNT_NAME && config.BANK_ACCOUNT_NO && config.BANK_NAME ? (['bank'] as const) : []),
]

/** Whether redbook is a simulator on this machine. */
const callsSimulator = ({ REDBOOK_BASE_URL, REDBOOK_APP_ID }: z.output<typeof ConfigSchema>): boolean =>
  REDBOOK_BASE_URL === '' ? REDBOOK_APP_ID === '' : isLoopback(new URL(REDBOOK_BASE_URL))

/** Nothing marks an installation that other people can reach: a trial on this machine. */
export const isLocal = (config: Omit<Config, 'DEMO' | 'isDemoAsked'>): boolean =>
  /^(localhost|::1|127(\.\d+){3})$/.test(config.HOST) &&
  !config.TRUST_PROXY &&
  LOCAL_WITHOUT.every((name) => config[name] === '')

/** Whether strangers may become users of the chat service. */
export const isChatOpen = (config: Config): boolean =>
  config.CHAT_REGISTRATION === '' ? config.DEMO && isLocal(config) : config.CHAT_REGISTRATION === 'open'

const LOCAL_WITHOUT = ['PUBLIC_URL', 'DATABASE_URL', 'DOUYIN_CLIENT_KEY', 'REDBOOK_APP_ID'] as const

/** Reads the settings; an invalid value throws a StartError that names it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable counts as unset: compose and unit files pass empty ones on.
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in ConfigSchema.shape && value))
  const parsed = ConfigSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`配置 ${String(issue?.path[0])} 不正确：${issue?.message ?? '无法识别'}`)
  }
  const config = parsed.data
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY)) {
    throw new StartError('配置 S3_ENDPOINT 需要同时给出 S3_BUCKET、S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY')
  }
  if (config.EMBEDDING_MODEL && !config.LLM_BASE_URL)
    throw new StartError('配置 EMBEDDING_MODEL 需要同时给出 LLM_BASE_URL')
  if (!config.REDBOOK_CHECK_SIGNATURE && !callsSimulator(config)) {
    throw new StartError(
      '配置 REDBOOK_CHECK_SIGNATURE 只能对本机的模拟平台关闭：不校验签名，任何人都可以冒充客户和商家发消息',
    )
  }
  for (const names of REQUIRED_TOGETHER) {
    const given = names.filter((name) => config[name])
    if (given.length > 0 && given.length < names.length) {
      throw new StartError(`配置 ${names.join('、')} 需要同时给出`)
    }
  }
  const isDemoAsked = config.DEMO !== ''
  return { ...config, DEMO: isDemoAsked ? ['true', '1', 'on'].includes(config.DEMO) : isLocal(config), isDemoAsked }
}
