import type { WordCategory, WordRow } from './word-row.ts'

interface BuiltinWord {
  word: string
  /** Safe wording. */
  suggestion?: string
}

/** Splits a space-separated list. */
function wordsOf(words: string): BuiltinWord[] {
  return words.split(' ').map((word) => ({ word }))
}

/** Superlatives and promises that the Advertising Law (article 9) forbids. Ordinary words with 最 are left alone. */
const ABSOLUTE_WORDS: readonly BuiltinWord[] = [
  { word: '最好的', suggestion: '很好的' },
  { word: '最优质', suggestion: '优质' },
  { word: '最优秀', suggestion: '优秀' },
  { word: '最专业', suggestion: '专业' },
  { word: '最先进', suggestion: '先进' },
  { word: '最便宜', suggestion: '价格实惠' },
  { word: '最优惠', suggestion: '很优惠' },
  { word: '最低价', suggestion: '优惠价' },
  { word: '最高级', suggestion: '高级' },
  { word: '最高端', suggestion: '高端' },
  { word: '最安全', suggestion: '安全' },
  { word: '最有效', suggestion: '有帮助' },
  { word: '最靠谱', suggestion: '靠谱' },
  { word: '最正宗', suggestion: '正宗' },
  { word: '全网最低', suggestion: '优惠' },
  { word: '销量第一', suggestion: '销量靠前' },
  { word: '第一品牌', suggestion: '知名品牌' },
  { word: '顶级', suggestion: '高品质' },
  { word: '顶尖', suggestion: '高水平' },
  { word: '百分百安全', suggestion: '安全有保障' },
  { word: '独一无二', suggestion: '有特色' },
  ...wordsOf('最佳品质 最佳选择 最佳效果 最权威 最完美 最顶级 最顶尖 最奢华 最尊贵 最强功效 最值得信赖 最具影响力'),
  ...wordsOf('史上最强 地表最强 史上最低 历史最低价 全国最低 全城最低 全网最好 全国最好 世界最好 行业最好 业内最好'),
  ...wordsOf('全球最大 全国最大 亚洲最大 世界最大 国家级 世界级 宇宙级 国际顶级 世界领先 全球领先 国际领先 遥遥领先'),
  ...wordsOf(
    '全国第一 世界第一 全球第一 全网第一 中国第一 行业第一 排名第一 全城第一 同城第一 全国NO.1 全网NO.1 销量NO.1 全网TOP1 销量TOP1 行业TOP1',
  ),
  ...wordsOf('全国唯一 全网唯一 唯一品牌 绝无仅有 史无前例 前无古人 空前绝后 无与伦比 举世无双 天下无双 无可替代'),
  ...wordsOf('领导品牌 领袖品牌 领军品牌 首选品牌 驰名商标 国家免检 国家领导人 国家机关专供 国务院特供 军队特供'),
  ...wordsOf('完美无缺 万无一失 零缺陷 零瑕疵 零差评 永不褪色 永不变形 永不开裂 绝对正品 绝对安全 绝对有效 绝对保证'),
  ...wordsOf('100%安全 100%有效 100%成功 百分百有效 百分百成功 100%通过 百分百通过 保证通过 签约保过 包过班 保过班'),
  ...wordsOf('考试包过 保录取 包录取 保就业 包就业'),
]

/** Cures and effects that may not be promised outside medicine (articles 16 to 18), nor for cosmetics. */
const MEDICAL_WORDS: readonly BuiltinWord[] = [
  { word: '零副作用', suggestion: '请以医生说明为准' },
  { word: '完全无副作用', suggestion: '请以医生说明为准' },
  { word: '永久脱毛', suggestion: '长效脱毛' },
  { word: '药妆品', suggestion: '护肤品' },
  { word: '医学护肤品', suggestion: '护肤品' },
  { word: '一次见效', suggestion: '效果因人而异' },
  { word: '当天见效', suggestion: '效果因人而异' },
  { word: '保证见效', suggestion: '效果因人而异' },
  ...wordsOf(
    '根治 包治百病 包治好 药到病除 治愈率 彻底治愈 完全治愈 保证治愈 彻底根除 一次根除 永不复发 绝不复发 不再复发',
  ),
  ...wordsOf(
    '没有任何副作用 毫无副作用 绝无副作用 无毒副作用 无任何风险 零恢复期 零疼痛 完全无痛 绝对无痛 绝不反弹 永不反弹',
  ),
  ...wordsOf('绝不过敏 三天见效 3天见效 七天见效 7天见效 一周见效 一针见效 疗效显著 疗效最佳 最佳疗效 特效药 祖传秘方'),
  ...wordsOf(
    '宫廷秘方 民间偏方 抗癌 防癌 治癌 抗肿瘤 降血压 降血糖 降血脂 降三高 治疗糖尿病 治疗失眠 治疗痛风 治疗关节炎',
  ),
  ...wordsOf(
    '治疗鼻炎 壮阳 丰胸神器 增高神器 躺瘦 狂瘦 不节食不运动 排毒养颜 清肠排毒 淋巴排毒 排毒瘦身 活血化瘀 疏通经络',
  ),
  ...wordsOf('祛湿排毒 调理内分泌 改善内分泌 激活细胞 细胞再生 细胞修复 逆转衰老 返老还童 年轻十岁 年轻10岁 消除皱纹'),
  ...wordsOf(
    '永久祛斑 永久美白 彻底祛痘 彻底祛斑 速效美白 三天美白 7天美白 一洗白 医美面膜 械字号面膜 医院专用 专家推荐',
  ),
  ...wordsOf('临床验证有效 替代药物 代替药物'),
]

/** Promises of return (article 25) and offers of loans and schemes. */
const FINANCIAL_WORDS: readonly BuiltinWord[] = [
  { word: '零风险', suggestion: '请了解相关风险' },
  { word: '高收益', suggestion: '收益以合同为准' },
  { word: '高回报', suggestion: '收益以合同为准' },
  ...wordsOf(
    '保本保息 保本付息 保本理财 保本高息 稳赚不赔 稳赚 包赚钱 只赚不赔 无风险投资 零风险投资 低风险高收益 高额返利',
  ),
  ...wordsOf('高额回报 高额利息 日入过千 月入过万 月入十万 年入百万 躺赚 躺着赚钱 轻松赚钱 轻松月入 在家赚钱 兼职赚钱'),
  ...wordsOf(
    '被动收入 年化收益 收益翻倍 本金翻倍 资金翻倍 一夜暴富 财富自由 内幕消息 荐股 大牛股 黑马股 喊单 跟单赚钱',
  ),
  ...wordsOf(
    '炒币 虚拟币 比特币 区块链投资 挖矿 传销 资金盘 非法集资 原始股 内部股 校园贷 裸贷 套路贷 高利贷 黑户可贷',
  ),
  ...wordsOf('无抵押贷款 秒批贷款 秒下款 包下款 不看征信 无视征信 征信修复 洗白征信 信用卡套现 花呗套现 代还信用卡'),
  ...wordsOf(
    '代办信用卡 提额技术 刷流水 外汇保证金 股票配资 杠杆炒股 博彩 稳定盈利 保证收益 承诺收益 固定收益率 回本快',
  ),
]

/** Off-platform diversion. Names and numbers are handled by the contact check. */
const DIVERSION_WORDS: readonly BuiltinWord[] = [
  ...wordsOf(
    '加好友 加个好友 加我好友 加下好友 加客服号 加客服好友 加顾问好友 加店长好友 加老师好友 加小助手好友 添加好友',
  ),
  ...wordsOf(
    '加我聊 加我咨询 加我了解 加我领取 加我私聊 私聊加我 私信加我 拉你进群 拉您进群 进群领 入群领 进粉丝群 加粉丝群',
  ),
  ...wordsOf(
    '进福利群 进交流群 加入群聊 加群聊 加群号 扫码进群 扫码加我 扫码加群 扫码加好友 扫码添加 扫一扫加我 扫一扫添加',
  ),
  ...wordsOf('扫二维码加 扫二维码添加 扫二维码进群 长按识别 看头像二维码'),
  ...wordsOf('站外交易 站外联系 站外沟通 站外下单 脱离平台 平台外交易 不走平台 绕过平台 绕开平台 跳过平台 避开平台'),
  ...wordsOf(
    '私下交易 私下转账 私下付款 私下联系 私下聊 线下转账 线下付款更便宜 直接转账 转账给我 支付宝转账 银行卡转账',
  ),
  ...wordsOf('发您收款码 发你收款码 扫收款码 换个软件聊 换个平台聊 别的软件聊 其他平台搜 别的平台搜 隔壁平台'),
  ...wordsOf('主页有联系 主页加我 头像加我 看我头像 看我签名 看我简介 简介有联系 签名有联系 评论区置顶联系 见主页联系'),
  ...wordsOf(
    '淘口令 复制口令 复制链接打开 复制打开 浏览器打开 好评返现 五星返现 晒图返现 刷单返 刷单兼职 做刷单 刷好评 刷销量',
  ),
  ...wordsOf('互粉互赞 买粉丝 招代理 招募代理 招下线 发展下线 拉人头'),
]

/** Insults and rude phrases. */
const ABUSE_WORDS: readonly BuiltinWord[] = [
  { word: '爱买不买', suggestion: '您可以再考虑一下' },
  { word: '爱要不要', suggestion: '您可以再考虑一下' },
  { word: '爱信不信', suggestion: '您可以放心核实' },
  { word: '随便投诉', suggestion: '给您带来不便非常抱歉' },
  { word: '投诉就投诉', suggestion: '给您带来不便非常抱歉' },
  ...wordsOf(
    '傻逼 傻b 傻x 傻叉 傻缺 煞笔 脑残 弱智 智障 白痴 蠢货 蠢猪 你个废物 真是废物 废物东西 人渣 贱人 贱货 贱种',
  ),
  ...wordsOf(
    '婊子 骚货 荡妇 狗东西 狗杂种 小杂种 狗娘养 狗屁 放屁 王八蛋 王八羔子 大混蛋 畜生 去死吧 你去死 滚远点 给我滚蛋',
  ),
  ...wordsOf(
    '滚出去 神经病 你有病吧 脑子有病 脑子进水 脑袋被门 他妈的 你妈逼 妈逼 操你妈 草你妈 日你妈 去你妈 干你娘 草泥马',
  ),
  ...wordsOf('卧槽 nmsl cnm 死全家 全家死光 断子绝孙 生孩子没 臭不要脸 真不要脸 穷鬼 穷逼 穷b 乡巴佬 死胖子 死肥猪'),
  ...wordsOf(
    '丑八怪 丑逼 装逼 屌丝 绿茶婊 臭三八 死三八 臭娘们 老不死 没教养 没素质 吃屎 眼瞎 你瞎吗 听不懂人话 关我屁事',
  ),
  ...wordsOf('买不起就别 没钱别买 不买别问 问那么多 有完没完 烦死了 别废话 少废话'),
]

/** Exceptions: everyday words and word boundaries that contain a built-in word. */
export const EVERYDAY_WORDS: readonly string[] = [
  '最高级别 最先进行 最先进入 最先进场 提高收益 提高回报 宣传销 上传销 传销售 牙根治 根治理',
  '根治疗 参加好友 增加好友 拉人头发 装逼真 妈妈逼 神经病变 放屁股 狗狗东西 小狗东西',
].flatMap((row) => row.split(' '))

type BuiltinCategory = Exclude<WordCategory, 'custom'>

/** Shipped with the product: an enterprise may switch a word off, not delete it. */
export const BUILTIN_WORDS: readonly WordRow[] = [
  ...rowsOf('absolute', ABSOLUTE_WORDS),
  ...rowsOf('medical', MEDICAL_WORDS),
  ...rowsOf('financial', FINANCIAL_WORDS),
  ...rowsOf('diversion', DIVERSION_WORDS),
  ...rowsOf('abuse', ABUSE_WORDS),
]

function rowsOf(category: BuiltinCategory, words: readonly BuiltinWord[]): WordRow[] {
  const level = category === 'diversion' ? 'block' : 'warn'
  return words.map((word) => ({ ...word, match: 'contains', level, source: 'all', category, isEnabled: true }))
}
