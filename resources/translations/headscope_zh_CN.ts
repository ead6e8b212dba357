<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Analysis</name>
    <message>
        <source>v has b_{V} in it; b_{O}, added once for all keys, is left out.</source>
        <translation>v 里已含 b_{V}；b_{O} 对所有键只加一次，不算在内。</translation>
    </message>
    <message>
        <source>v has b_{V} in it.</source>
        <translation>v 里已含 b_{V}。</translation>
    </message>
    <message>
        <source>b_{O}, added once for all keys, is left out.</source>
        <translation>b_{O} 对所有键只加一次，不算在内。</translation>
    </message>
    <message>
        <source>Kobayashi et al. 2020</source>
        <translation>Kobayashi 等 2020</translation>
    </message>
    <message>
        <source>Abnar and Zuidema 2020</source>
        <translation>Abnar 和 Zuidema 2020</translation>
    </message>
    <message>
        <source>%1, in words</source>
        <translation>%1，按词</translation>
    </message>
    <message>
        <source>pieces merged to words: sum over keys, mean over queries</source>
        <translation>词片并成词：对键求和，对查询取平均</translation>
    </message>
    <message>
        <source>How long the vector is that this head adds to the output of a query that looks at this key alone (%1).</source>
        <translation>若一个查询只看这个键，这个头给它的输出所加的向量有多长（%1）。</translation>
    </message>
    <message>
        <source>How long the vector is that this key adds to the output of this query (%1): a large weight on a short value adds little.</source>
        <translation>这个键给这个查询的输出所加的向量有多长（%1）：很大的权重乘在很短的值上，加得很少。</translation>
    </message>
    <message>
        <source>How much of this key&apos;s word has come to this query&apos;s, if every layer handed on half of what it was given and shared the other half by the mean of its heads (%1).</source>
        <translation>假如每一层把得到的一半原样传下去、另一半按各头的均值分配，这个键的词有多少来到了这个查询的词（%1）。</translation>
    </message>
    <message>
        <source>It says little of models whose words look back only: from layer to layer all of it gathers at the first words.</source>
        <translation>对于词只往回看的模型它说明不了多少：一层一层下来，全都聚到最前面的词上。</translation>
    </message>
</context>
<context>
    <name>AskedWords</name>
    <message>
        <source>Σ of %1 products q × k</source>
        <translation>%1 个乘积 q × k 之和</translation>
    </message>
    <message>
        <source>Σ over %1 keys of weight × v</source>
        <translation>对 %1 个键求和：权重 × v</translation>
    </message>
    <message>
        <source>Σ of %1 products</source>
        <translation>%1 个乘积之和</translation>
    </message>
    <message>
        <source>dropped by chance; it was %1</source>
        <translation>被随机丢弃，原为 %1</translation>
    </message>
    <message>
        <source>%1 of %2, place %3: %4</source>
        <translation>%2 的%1，第 %3 位：%4</translation>
    </message>
    <message>
        <source>This query is padding: it fills up the batch</source>
        <translation>这个查询是填充：只为补齐批次</translation>
    </message>
    <message>
        <source>%1 may not look at %2</source>
        <translation>%1 不可以看 %2</translation>
    </message>
    <message>
        <source>%1 looks at %2 with %3</source>
        <translation>%1 看 %2，权重 %3</translation>
    </message>
    <message>
        <source>%1 looks at %2 with %3, in the mean of all heads</source>
        <translation>%1 看 %2，各头平均权重 %3</translation>
    </message>
    <message>
        <source>%1 looks at %2 with %3 in the head that looks most</source>
        <translation>%1 看 %2，看得最多的头权重 %3</translation>
    </message>
    <message>
        <source>Score of %1 for %2: %3</source>
        <translation>%1 对 %2 的得分：%3</translation>
    </message>
</context>
<context>
    <name>Axis</name>
    <message>
        <source>all tokens</source>
        <translation>全部词元</translation>
    </message>
</context>
<context>
    <name>Block</name>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>source positions</source>
        <translation>源位置</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>last norm</source>
        <translation>末层归一化</translation>
    </message>
    <message>
        <source>add &amp; norm</source>
        <translation>相加与归一化</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>ffn</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>source embedding</source>
        <translation>源端词嵌入</translation>
    </message>
    <message>
        <source>segment embedding</source>
        <translation>分段嵌入</translation>
    </message>
    <message>
        <source>pooler</source>
        <translation>池化层</translation>
    </message>
    <message>
        <source>before the prediction</source>
        <translation>预测之前</translation>
    </message>
    <message>
        <source>norm of the queries</source>
        <translation>查询的归一化</translation>
    </message>
    <message>
        <source>norm of the keys</source>
        <translation>键的归一化</translation>
    </message>
</context>
<context>
    <name>Change</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>equal weights</source>
        <translation>均等权重</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>alignment of the causal mask</source>
        <translation>因果掩码的对齐</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重矩阵</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数</translation>
    </message>
    <message>
        <source>added</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>去掉</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>padding mask</source>
        <translation>填充掩码</translation>
    </message>
    <message>
        <source>painted mask</source>
        <translation>手绘掩码</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 对</translation>
    </message>
    <message>
        <source>additive mask</source>
        <translation>加性掩码</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>dropout</translation>
    </message>
    <message>
        <source>other seed</source>
        <translation>另一个种子</translation>
    </message>
    <message>
        <source>fully masked rows</source>
        <translation>全被掩蔽的行</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>typed: %1</source>
        <translation>改写为 %1</translation>
    </message>
    <message>
        <source>computed again, was %1</source>
        <translation>还原 %1</translation>
    </message>
    <message>
        <source>typed numbers</source>
        <translation>改写的数</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>rotary positions</source>
        <translation>旋转位置</translation>
    </message>
</context>
<context>
    <name>CompareWords</name>
    <message>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1 has no such block.</source>
        <translation>%1 没有这个模块。</translation>
    </message>
    <message>
        <source>There is nothing to compare here</source>
        <translation>这里没有可比较的内容</translation>
    </message>
    <message>
        <source>There are no %1 in %2.</source>
        <translation>%2 中没有%1。</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未采用</translation>
    </message>
    <message>
        <source>hold A: A in its place</source>
        <translation>按住 A：换看 A</translation>
    </message>
    <message>
        <source>+ more   − less   · under .005</source>
        <translation>+ 更多   − 更少   · 小于 .005</translation>
    </message>
    <message>
        <source>key →</source>
        <translation>键 →</translation>
    </message>
    <message>
        <source>query ↓</source>
        <translation>查询 ↓</translation>
    </message>
    <message>
        <source>row moved</source>
        <translation>行移动</translation>
    </message>
    <message>
        <source>output moved</source>
        <translation>输出移动</translation>
    </message>
    <message>
        <source>received</source>
        <translation>得到</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩蔽</translation>
    </message>
    <message>
        <source>masked in A</source>
        <translation>在 A 中被掩蔽</translation>
    </message>
    <message>
        <source>masked in B</source>
        <translation>在 B 中被掩蔽</translation>
    </message>
    <message>
        <source>masked in one</source>
        <translation>仅一方被掩蔽</translation>
    </message>
    <message>
        <source>one range for A and B</source>
        <translation>A 与 B 同一范围</translation>
    </message>
    <message>
        <source>Cells that changed most</source>
        <translation>变化最大的单元格</translation>
    </message>
    <message>
        <source>No cell changed.</source>
        <translation>没有单元格变化。</translation>
    </message>
    <message>
        <source>All heads, B − A</source>
        <translation>所有头，B − A</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Heads 1 – %1 of %2, B − A</source>
        <translation>头 1 – %1，共 %2 个，B − A</translation>
    </message>
    <message>
        <source>Computing both states …</source>
        <translation>正在计算两个状态…</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>从 %1</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>The two sequences, mean of the heads,</source>
        <translation>两个序列的各头平均值</translation>
    </message>
    <message>
        <source>A and B, mean of the heads,</source>
        <translation>A 与 B 的各头平均值</translation>
    </message>
    <message>
        <source>Heads %1 and %2</source>
        <translation>头 %1 与头 %2</translation>
    </message>
    <message>
        <source>The two sequences, head %1,</source>
        <translation>两个序列的头 %1</translation>
    </message>
    <message>
        <source>A and B, head %1,</source>
        <translation>A 与 B 的头 %1</translation>
    </message>
    <message>
        <source>A and B are of two sizes</source>
        <translation>A 与 B 大小不同</translation>
    </message>
    <message>
        <source>all others are equal</source>
        <translation>其余全部相等</translation>
    </message>
    <message>
        <source>Nothing moved</source>
        <translation>没有移动</translation>
    </message>
    <message>
        <source>the mean of the heads is in B as it was in A</source>
        <translation>各头的平均值在 B 中与在 A 中一样</translation>
    </message>
    <message>
        <source>head %1 is in B as it was in A</source>
        <translation>头 %1 在 B 中与在 A 中一样</translation>
    </message>
    <message>
        <source>%1 changed the %2 by at most %3</source>
        <translation>%1使%2最多改变 %3</translation>
    </message>
    <message>
        <source>%1 differ in their %2 by at most %3</source>
        <translation>%1的%2最多相差 %3</translation>
    </message>
    <message>
        <source>%1 changed the %2, mean of the heads, by at most %3</source>
        <translation>%1使各头平均的%2最多改变 %3</translation>
    </message>
    <message>
        <source>%1 changed the %2 of head %3 by at most %4</source>
        <translation>%1使头 %3 的%2最多改变 %4</translation>
    </message>
    <message>
        <source>%1 differ in %2</source>
        <translation>%1 有 %2 不同</translation>
    </message>
    <message>
        <source>%1 moved %2 of the attention, mean of the heads</source>
        <translation>%1移动了各头平均注意力的 %2</translation>
    </message>
    <message>
        <source>%1 moved %2 of head %3’s attention</source>
        <translation>%1移动了头 %3 注意力的 %2</translation>
    </message>
    <message>
        <source>%1 = mean of row moved</source>
        <translation>%1 = 行移动的平均</translation>
    </message>
    <message>
        <source>One edit</source>
        <translation>一处修改</translation>
    </message>
    <message>
        <source>Two edits</source>
        <translation>两处修改</translation>
    </message>
    <message>
        <source>Three edits</source>
        <translation>三处修改</translation>
    </message>
    <message>
        <source>Four edits</source>
        <translation>四处修改</translation>
    </message>
    <message>
        <source>Five edits</source>
        <translation>五处修改</translation>
    </message>
    <message>
        <source>Six edits</source>
        <translation>六处修改</translation>
    </message>
    <message>
        <source>Seven edits</source>
        <translation>七处修改</translation>
    </message>
    <message>
        <source>Eight edits</source>
        <translation>八处修改</translation>
    </message>
    <message>
        <source>Nine edits</source>
        <translation>九处修改</translation>
    </message>
    <message>
        <source>%1 edits</source>
        <translation>%1 处修改</translation>
    </message>
    <message>
        <source>on its own %1</source>
        <translation>单独 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) are NaN or ∞ in A or B alone</source>
        <translation>
            <numerusform>有 %n 对只在 A 或只在 B 中为 NaN 或 ∞</numerusform>
        </translation>
    </message>
    <message>
        <source>A and B are one state: change something, or choose another A</source>
        <translation>A 与 B 是同一状态：请做修改，或另选 A</translation>
    </message>
    <message>
        <source>both are equal</source>
        <translation>两者相同</translation>
    </message>
    <message>
        <source>no edit lies between A and B</source>
        <translation>A 与 B 之间没有修改</translation>
    </message>
    <message>
        <source>B − A is not drawn: A has %1 queries and keys, B has %2.</source>
        <translation>未画出 B − A：A 的查询与键为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅 B 有</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅 A 有</translation>
    </message>
    <message>
        <source>every head is in B as it was in A</source>
        <translation>每个头在 B 中与在 A 中一样</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <source>%1 moved most in %2: %3</source>
        <translation>%1在%2 移动最多：%3</translation>
    </message>
    <message>
        <source>%1 differ most in %2: %3</source>
        <translation>%1 在%2 差别最大：%3</translation>
    </message>
    <message>
        <source>%1 changed the %2 most in %3: by %4</source>
        <translation>%1使%2在%3 变化最大：%4</translation>
    </message>
    <message>
        <source>%1 differ in their %2 most in %3: by %4</source>
        <translation>%1 的%2在%3 差别最大：%4</translation>
    </message>
    <message numerus="yes">
        <source>mean of all %n heads %1</source>
        <translation>
            <numerusform>全部 %n 个头平均 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>largest |B − A|</source>
        <translation>最大 |B − A|</translation>
    </message>
    <message>
        <source>mean of ½ Σ |B − A|, 0 – 100 %</source>
        <translation>½ Σ |B − A| 的平均，0 – 100 %</translation>
    </message>
    <message>
        <source>Head %1 did not move</source>
        <translation>头 %1 没有移动</translation>
    </message>
    <message>
        <source>it is in B as it was in A; the output is not</source>
        <translation>它在 B 里与在 A 里一样；输出则不然</translation>
    </message>
</context>
<context>
    <name>CopyMenu</name>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation>复制这一行</translation>
    </message>
    <message>
        <source>Copy the matrix for a spreadsheet</source>
        <translation>复制矩阵（用于电子表格）</translation>
    </message>
    <message>
        <source>Copy the matrix as CSV</source>
        <translation>复制矩阵（CSV）</translation>
    </message>
    <message>
        <source>Copy the matrix for LaTeX (booktabs)</source>
        <translation>复制矩阵（LaTeX，booktabs）</translation>
    </message>
    <message>
        <source>Copy the matrix for NumPy</source>
        <translation>复制矩阵（NumPy）</translation>
    </message>
</context>
<context>
    <name>EachHead</name>
    <message>
        <source>how spread a row is</source>
        <translation>一行有多分散</translation>
    </message>
    <message>
        <source>how far it looks</source>
        <translation>看得多远</translation>
    </message>
    <message>
        <source>at the first token</source>
        <translation>看第一个词元</translation>
    </message>
    <message>
        <source>at the token before</source>
        <translation>看前一个词元</translation>
    </message>
    <message>
        <source>at the token after</source>
        <translation>看后一个词元</translation>
    </message>
    <message>
        <source>at itself</source>
        <translation>看自身</translation>
    </message>
    <message>
        <source>at separators</source>
        <translation>看分隔符</translation>
    </message>
    <message>
        <source>at equal tokens</source>
        <translation>看相同的词元</translation>
    </message>
    <message>
        <source>entropy, 0 – %1 bits</source>
        <translation>熵，0 – %1 比特</translation>
    </message>
    <message>
        <source>mean distance, 0 – %1 tokens</source>
        <translation>平均距离，0 – %1 个词元</translation>
    </message>
    <message>
        <source>share, 0 – 1</source>
        <translation>份额，0 – 1</translation>
    </message>
    <message>
        <source>none in this sentence</source>
        <translation>此句中没有</translation>
    </message>
    <message>
        <source>no token is on both sides</source>
        <translation>两边没有相同的词元</translation>
    </message>
    <message>
        <source>no token repeats</source>
        <translation>没有重复的词元</translation>
    </message>
    <message>
        <source>not in cross-attention</source>
        <translation>交叉注意力中没有</translation>
    </message>
    <message>
        <source>too few tokens</source>
        <translation>词元太少</translation>
    </message>
    <message>
        <source>a previous-token head</source>
        <translation>看前一个词元的头</translation>
    </message>
    <message>
        <source>a first-token head</source>
        <translation>看第一个词元的头</translation>
    </message>
    <message>
        <source>a head that looks at itself</source>
        <translation>看自身的头</translation>
    </message>
    <message>
        <source>a next-token head</source>
        <translation>看后一个词元的头</translation>
    </message>
    <message numerus="yes">
        <source>means over the %n queries</source>
        <translation>
            <numerusform>%n 个查询的平均值</numerusform>
        </translation>
    </message>
    <message>
        <source>means over %1 to %2 queries</source>
        <translation>%1 到 %2 个查询的平均值</translation>
    </message>
    <message>
        <source>Head %1 looks like %2: %3 of its weight, from the third query on.</source>
        <translation>头 %1 像%2：从第三个查询起，权重的 %3 在那里。</translation>
    </message>
    <message>
        <source>even spread</source>
        <translation>平均分配</translation>
    </message>
    <message>
        <source>what it looks like</source>
        <translation>像什么</translation>
    </message>
    <message numerus="yes">
        <source>head %1: %2, an even spread %3; mean over %n queries</source>
        <translation>
            <numerusform>头 %1：%2，平均分配为 %3；%n 个查询的平均值</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to sort the heads by this; once more: by their numbers.</source>
        <translation>单击按此项给头排序；再次单击按编号排列。</translation>
    </message>
    <message>
        <source>From the third query on, no head has more than half of its weight on the token before, after, the first or itself.</source>
        <translation>从第三个查询起，没有哪个头把一半以上的权重放在前一个、后一个、第一个词元或自身上。</translation>
    </message>
    <message>
        <source>What a head looks like is said from the third query on; there are fewer here.</source>
        <translation>从第三个查询起才判断一个头像什么；这里查询不够。</translation>
    </message>
    <message>
        <source>no row sums to 1</source>
        <translation>没有一行的和为 1</translation>
    </message>
    <message numerus="yes">
        <source>without %n row(s) that do not sum to 1</source>
        <translation>
            <numerusform>不含和不为 1 的 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Example</name>
    <message>
        <source>Book a flight</source>
        <translation>订机票</translation>
    </message>
    <message>
        <source>Book a ticket, learnt</source>
        <translation>订机票（学成）</translation>
    </message>
    <message>
        <source>Ten words, each a row of 16 numbers, seen by four heads of 4 with weights that were learnt (task “cards, dense”): what each head has learnt stands beside it, measured on held-out sentences; this seed was chosen out of 8 for a readable picture.</source>
        <translation>十个词，每个词是一行 16 个数，由四个宽度为 4 的头来看，权重是学出来的（任务“卡片（密）”）：每个头学会了什么写在它旁边，是在留出的句子上量得的；这个种子是为了图好读，从 8 个里挑出来的。</translation>
    </message>
    <message>
        <source>The numbers 0 to 35</source>
        <translation>数字 0 到 35</translation>
    </message>
    <message>
        <source>The numbers 0 to 35 as batch 2, sequence 3, d_model 6 with identity weights: every number keeps its value while it is cut into 3 heads.</source>
        <translation>数字 0 到 35，批次 2、序列 3、d_model 6，权重为单位矩阵：拆成 3 个头时，每个数的值都不变。</translation>
    </message>
    <message>
        <source>One row of scores</source>
        <translation>一行得分</translation>
    </message>
    <message>
        <source>Eight heads side by side</source>
        <translation>八个头并排</translation>
    </message>
    <message>
        <source>100 tokens of width 3 through 8 heads with d_v = 3: side by side the heads give a matrix of 100 × 24, which W_O brings back to width 3.</source>
        <translation>100 个宽度为 3 的词元经过 8 个 d_v = 3 的头：各头并排成 100 × 24 的矩阵，再由 W_O 变回宽度 3。</translation>
    </message>
    <message>
        <source>As large as in the paper</source>
        <translation>论文中的规模</translation>
    </message>
    <message>
        <source>32 sentences of 10 tokens with d_model 512 and 8 heads of 64, the sizes of “Attention Is All You Need”.</source>
        <translation>32 个句子，各 10 个词元，d_model 为 512，8 个宽度为 64 的头，即论文“Attention Is All You Need”中的规模。</translation>
    </message>
    <message>
        <source>Causal mask and padding</source>
        <translation>因果掩码与填充</translation>
    </message>
    <message>
        <source>Three sentences of different lengths in one batch: no token looks at a later one, and none looks at the padding behind a shorter sentence.</source>
        <translation>同一批次中三个长度不同的句子：词元不看后面的词元，也不看短句末尾的填充。</translation>
    </message>
    <message>
        <source>Fully masked row</source>
        <translation>完全屏蔽的行</translation>
    </message>
    <message>
        <source>The third word may look at no key at all, so its softmax has nothing to share out: choose whether its row is zeros, NaN or uniform, as different programs do.</source>
        <translation>第三个词不能看任何键，它的 softmax 无可分配：可选择该行为零、NaN 或均匀，各程序做法不同。</translation>
    </message>
    <message>
        <source>The usual wrong scale</source>
        <translation>常见的错误缩放</translation>
    </message>
    <message>
        <source>The scale is 1/√d_model = 0.125 instead of 1/√d_k = 0.354 of one head, a usual mistake: all rows are flatter than they should be.</source>
        <translation>缩放用了 1/√d_model = 0.125，而不是单个头的 1/√d_k = 0.354，这是常见错误：每一行都比应有的更平坦。</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Two English words look at three Chinese ones through 2 heads of 4: the scores of each head are a matrix of 2 × 3.</source>
        <translation>两个英文词通过宽度为 4 的 2 个头看三个中文词：每个头的得分是 2 × 3 的矩阵。</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Sines and cosines of the position are added to the embeddings: one word stands at 1 and at 5 with the same 16 numbers, and only now do its two rows differ.</source>
        <translation>位置的正弦和余弦加到嵌入上：同一个词在第 1 位和第 5 位有相同的 16 个数，直到此时它的两行才不同。</translation>
    </message>
    <message>
        <source>Layer norm and batch norm</source>
        <translation>层归一化与批归一化</translation>
    </message>
    <message>
        <source>Both norms of the same matrix: layer norm gives every row mean 0 and variance 1, batch norm every column.</source>
        <translation>同一矩阵的两种归一化：层归一化使每行均值为 0、方差为 1，批归一化使每列如此。</translation>
    </message>
    <message>
        <source>Encoder and decoder</source>
        <translation>编码器与解码器</translation>
    </message>
    <message>
        <source>I have a cat, learnt</source>
        <translation>我有一只猫（学成）</translation>
    </message>
    <message>
        <source>Twelve layers</source>
        <translation>十二层</translation>
    </message>
    <message>
        <source>The ticket sentence through 12 encoder layers of 12 heads each, 144 heads: what one layer gives out, the next one takes in.</source>
        <translation>订票的句子经过 12 个编码器层，每层 12 个头，共 144 个头：前一层的输出是后一层的输入。</translation>
    </message>
    <message>
        <source>A small language model</source>
        <translation>一个小语言模型</translation>
    </message>
    <message>
        <source>A GPT-2 of four layers, trained on the King James text: it says the next token.</source>
        <translation>一个四层的 GPT-2，用英王钦定本的文字训练：它说出下一个词元。</translation>
    </message>
    <message>
        <source>A small masked model</source>
        <translation>一个小填空模型</translation>
    </message>
    <message>
        <source>A BERT of four layers, trained on the King James text: it fills in [MASK].</source>
        <translation>一个四层的 BERT，用英王钦定本的文字训练：它填补 [MASK]。</translation>
    </message>
    <message>
        <source>The weights are dice, drawn and not learnt; the ten words of a textbook are rows of four numbers, and 我 (I) stands at 1 and at 5 with the same ones, so these two rows agree in every head.</source>
        <translation>权重是掷骰子得来的，抽取而非学成；教材里的十个词各是一行四个数，“我”在第 1 位和第 5 位，数字相同，所以这两行在每个头里都一样。</translation>
    </message>
    <message>
        <source>The ten scores of 机票 (ticket) and their true softmax, .05 .07 .08 .11 .05 .27 .07 .15 .03 .12; a textbook prints .05 .08 .10 .15 .05 .25 .10 .18 .02 .12, which sums to 1.10 and so cannot be one.</source>
        <translation>“机票”的十个得分及其真正的 softmax：.05 .07 .08 .11 .05 .27 .07 .15 .03 .12；某教材印的是 .05 .08 .10 .15 .05 .25 .10 .18 .02 .12，其和为 1.10，因此不可能是 softmax。</translation>
    </message>
    <message>
        <source>我 有 一只 猫 (I have a cat) goes through the encoder, &lt;Begin&gt; I have a cat through the decoder, whose five words look at those four in every cross-attention, 5 × 4: the last matrix is fitted so that each word guesses the next one.</source>
        <translation>“我 有 一只 猫”经过编码器，“&lt;Begin&gt; I have a cat”经过解码器；在每个交叉注意力中，后五个词看前四个词，即 5 × 4：最后的矩阵经过拟合，使每个词都猜出下一个词。</translation>
    </message>
    <message>
        <source>我 有 一只 猫 → I have a cat, learnt from other pairs of its kind: each row looks at the source of the word that it says next, with .80 of the weight of head 2 in held-out sentences (an even look: .22), and head 1 looks at 一只 (a) where cat is said, which decides between cat and cats; this seed was chosen out of 8 for a readable picture.</source>
        <translation>我 有 一只 猫 → I have a cat，从其他同类句对学来：每一行看的是它接下来要说的词的源词，在留出的句子里头 2 把 .80 的权重放在那里（平均分配：.22），而说 cat（猫）时头 1 看“一只”，由它决定是 cat 还是 cats（复数）；这个种子是为了图好读，从 8 个里挑出来的。</translation>
    </message>
</context>
<context>
    <name>FieldCheck</name>
    <message>
        <source>“%1” is not a whole number; type one such as 12</source>
        <translation>“%1”不是整数；请输入整数，例如 12</translation>
    </message>
    <message>
        <source>“%1” is not a number; type one such as 0.25, 3 or 1e-4</source>
        <translation>“%1”不是数；请输入数，例如 0.25、3 或 1e-4</translation>
    </message>
    <message>
        <source>“%1” is too large; the largest is %2</source>
        <translation>“%1”太大，最大是 %2</translation>
    </message>
    <message>
        <source>“%1” is too small; the smallest is %2</source>
        <translation>“%1”太小，最小是 %2</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>not a number</source>
        <translation>非数 (NaN)</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>each head has its own range</source>
        <translation>各头范围不同</translation>
    </message>
    <message>
        <source>sequence %1 of %2</source>
        <translation>序列 %1 / %2</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1%2: rows are %3, columns are %4; colours from %5 to %6</source>
        <translation>%1%2：行是%3，列是%4；颜色从 %5 到 %6</translation>
    </message>
    <message>
        <source>The cells have no numbers: they would be smaller than %1 pt.</source>
        <translation>单元格中不写数值：字号会小于 %1 磅。</translation>
    </message>
    <message>
        <source>Of the columns one label in %1 is written.</source>
        <translation>列标签每 %1 个写一个。</translation>
    </message>
    <message>
        <source>Of the rows one label in %1 is written.</source>
        <translation>行标签每 %1 个写一个。</translation>
    </message>
    <message>
        <source>each row has its own range</source>
        <translation>每一行各用自己的范围</translation>
    </message>
    <message>
        <source>colours by square root</source>
        <translation>颜色按平方根</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>%1, mean of the heads</source>
        <translation>%1，各头的平均值</translation>
    </message>
</context>
<context>
    <name>FileQuestion</name>
    <message>
        <source>“%1” is there already. Overwrite it?</source>
        <translation>“%1”已经存在。要覆盖它吗？</translation>
    </message>
</context>
<context>
    <name>HeadCosts</name>
    <message>
        <source>dropped</source>
        <translation>丢弃后</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>掩码后</translation>
    </message>
    <message>
        <source>share the width</source>
        <translation>分享总宽度</translation>
    </message>
    <message>
        <source>keep their width</source>
        <translation>各头宽度不变</translation>
    </message>
    <message>
        <source>What becomes of d_k and d_v of one head where there are more or fewer heads: all heads together stay as wide (d_k = d_model ÷ heads), or each head stays as wide.</source>
        <translation>头数增减时每个头的 d_k 与 d_v 如何变化：所有头合起来宽度不变（d_k = d_model ÷ 头数），或每个头的宽度不变。</translation>
    </message>
    <message>
        <source>Only the attention weights are known here, not what they were computed of.</source>
        <translation>这里只知道注意力权重，不知道它们由什么算出。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>multiplications</source>
        <translation>乘法次数</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>numbers in between</source>
        <translation>中间数值</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放后</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 × %2 pairs</source>
        <translation>%1 × %2 对</translation>
    </message>
    <message>
        <source>%1 sequences of %2 × %3 pairs</source>
        <translation>%1 个序列，各 %2 × %3 对</translation>
    </message>
    <message>
        <source>Twice as many heads: parameters %1, multiplications of the projections %2, scores %3, all multiplications %4.</source>
        <translation>头数加倍：参数 %1，投影的乘法 %2，得分 %3，全部乘法 %4。</translation>
    </message>
    <message>
        <source>Counted as written: an [m, n] by an [n, p] matrix takes m·n·p multiplications; a quotient counts as one, an exponential as none; masked pairs are computed, too.</source>
        <translation>按写法计数：[m, n] 乘 [n, p] 矩阵需 m·n·p 次乘法；一次除法算一次，指数不计；被掩码的对也会计算。</translation>
    </message>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n 个头</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 columns cannot be shared by %n heads.</source>
        <translation>
            <numerusform>%1 列无法平分给 %n 个头。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Heads</name>
    <message>
        <source>Head %1, switched off</source>
        <translation>头 %1，已关掉</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Mean of the heads</source>
        <translation>各头的平均值</translation>
    </message>
    <message>
        <source>Largest of the heads</source>
        <translation>各头的最大值</translation>
    </message>
    <message>
        <source>Σ query</source>
        <translation>Σ 查询</translation>
    </message>
    <message>
        <source>Σ column</source>
        <translation>Σ 列</translation>
    </message>
    <message>
        <source>%1, query %2, key %3: %4</source>
        <translation>%1，查询 %2，键 %3：%4</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation>%1，行 %2，列 %3：%4</translation>
    </message>
    <message>
        <source>each column: softmax over the keys ↓</source>
        <translation>每列：对键做 softmax ↓</translation>
    </message>
    <message>
        <source>each row: softmax over the keys →</source>
        <translation>每行：对键做 softmax →</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Whole matrix</source>
        <translation>整个矩阵</translation>
    </message>
    <message>
        <source>Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to a box. Home: whole matrix. Double click: type a number.</source>
        <translation>滚轮：在指针处缩放。拖动：平移。Shift 加拖动：放大到方框。Home：整个矩阵。双击：输入一个数。</translation>
    </message>
    <message>
        <source>Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to a box. Double click or Home: whole matrix.</source>
        <translation>滚轮：在指针处缩放。拖动：平移。Shift 加拖动：放大到方框。双击或 Home：整个矩阵。</translation>
    </message>
    <message>
        <source>in view</source>
        <translation>可见部分</translation>
    </message>
    <message>
        <source>%1 × %1 cells per pixel, the largest</source>
        <translation>每像素 %1 × %1 个单元格，取最大者</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>head 1 has learnt …</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>head 1: object .99</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>its largest share, in held-out sentences; by chance %1</source>
        <translation>它最大的份额，在留出的句子里；随机为 %1</translation>
    </message>
    <message>
        <source>Σ %1 in view: %2</source>
        <translation>Σ %1（可见部分）：%2</translation>
    </message>
    <message>
        <source>Σ key</source>
        <translation>Σ 键</translation>
    </message>
    <message>
        <source>Σ row</source>
        <translation>Σ 行</translation>
    </message>
    <message>
        <source>given</source>
        <translation>给出</translation>
    </message>
    <message>
        <source>received</source>
        <translation>得到</translation>
    </message>
    <message>
        <source>All heads: click one, or press its number</source>
        <translation>所有头：点击，或按数字键</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>All heads, same region</source>
        <translation>所有头，同一区域</translation>
    </message>
    <message>
        <source>All heads at %1</source>
        <translation>各头在 %1</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Numbers can be typed into scores and attention weights here, not into: %1.</source>
        <translation>这里的数可以输入到得分和注意力权重里，不能输入到：%1。</translation>
    </message>
    <message>
        <source>This is taken of all heads: type into one of them.</source>
        <translation>这是从所有头得来的：请在其中一个头里输入。</translation>
    </message>
    <message>
        <source>Nothing can be typed into padding.</source>
        <translation>填充处不能输入数。</translation>
    </message>
</context>
<context>
    <name>HeadsOff</name>
    <message>
        <source>layer %1, head %2</source>
        <translation>第 %1 层的头 %2</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <source>replaced by 0</source>
        <translation>换成 0</translation>
    </message>
    <message>
        <source>replaced by its mean over the text</source>
        <translation>换成它在整个文本上的均值</translation>
    </message>
    <message numerus="yes">
        <source>%n heads switched off, %1</source>
        <translation>
            <numerusform>关掉了 %n 个头，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关掉</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>mask: not allowed, the weight becomes 0</source>
        <translation>掩码：不允许，权重变为 0</translation>
    </message>
    <message>
        <source>It was computed elsewhere, and its file does not say of what.</source>
        <translation>它是在别处算出的，文件没有说明来自什么。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>%1(%2) · %3, column %4</source>
        <translation>%1(%2) · %3，第 %4 列</translation>
    </message>
    <message>
        <source>Σ weight × v(key)</source>
        <translation>Σ 权重 × v(键)</translation>
    </message>
    <message>
        <source>The same number, moved</source>
        <translation>同一个数，换了位置</translation>
    </message>
    <message>
        <source>view: %1 in another shape, memory untouched</source>
        <translation>view：%1 换个形状，内存不动</translation>
    </message>
    <message>
        <source>transpose of %1: strides exchanged, memory untouched</source>
        <translation>transpose：交换 %1 的步幅，内存不动</translation>
    </message>
    <message>
        <source>copied from %1, head after head</source>
        <translation>从 %1 逐头复制</translation>
    </message>
    <message>
        <source>Given, not computed</source>
        <translation>给定值，非计算所得</translation>
    </message>
    <message>
        <source>1: this query may look at this key. 0: it may not. Made of the mask options in Setup.</source>
        <translation>1：此查询可以看此键；0：不可以。由“设置”中的掩码选项生成。</translation>
    </message>
    <message>
        <source>To change it, double-click it in Tensors and type a number.</source>
        <translation>要修改，请在“张量”中双击它并输入数字。</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation>各头的平均值</translation>
    </message>
    <message>
        <source>largest of the heads</source>
        <translation>各头的最大值</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>所有头的平均值</translation>
    </message>
    <message>
        <source>largest of all heads</source>
        <translation>所有头的最大值</translation>
    </message>
    <message>
        <source>of the attention</source>
        <translation>的注意力</translation>
    </message>
    <message>
        <source>after dropout</source>
        <translation>dropout 后</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scaled score</source>
        <translation>缩放后的得分</translation>
    </message>
    <message>
        <source>masked score</source>
        <translation>掩码后的得分</translation>
    </message>
    <message numerus="yes">
        <source>… %n more terms sum to</source>
        <translation>
            <numerusform>… 其余 %n 项之和</numerusform>
        </translation>
    </message>
    <message>
        <source>Point at any cell to see where its number comes from. A click keeps the question: a lock appears here. Esc releases it.</source>
        <translation>指向任一单元格，即可看到其中的数从何而来。单击可锁定，此处会出现一把锁；按 Esc 解锁。</translation>
    </message>
    <message>
        <source>With the keyboard: arrow keys move the cell cursor, Enter locks, Esc releases.</source>
        <translation>键盘操作：方向键移动单元格光标，Enter 锁定，Esc 解锁。</translation>
    </message>
    <message>
        <source>Click goes to this number.</source>
        <translation>单击转到这个数。</translation>
    </message>
    <message>
        <source>Copy the whole derivation</source>
        <translation>复制整个推导</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation>这个数从何而来？</translation>
    </message>
    <message>
        <source>chart of the whole row</source>
        <translation>整行的图表</translation>
    </message>
    <message>
        <source>Causal: a query sees no key after itself.</source>
        <translation>因果：查询看不到自己之后的键。</translation>
    </message>
    <message>
        <source>Padding: this key lies behind the end of the sentence.</source>
        <translation>填充：此键在句子结尾之后。</translation>
    </message>
    <message>
        <source>Padding: this query lies behind the end of the sentence.</source>
        <translation>填充：此查询在句子结尾之后。</translation>
    </message>
    <message>
        <source>It is computed only because all sequences of a batch have one length; nobody reads it, and no sum counts it.</source>
        <translation>它被计算，只因为同一批中所有序列必须等长；没有谁会读取它，任何求和也不计入它。</translation>
    </message>
    <message>
        <source>Painted: this pair is switched off in the mask.</source>
        <translation>手绘：掩码中关闭了这一对。</translation>
    </message>
    <message>
        <source>mask: none, every pair is allowed</source>
        <translation>掩码：无，每一对都允许</translation>
    </message>
    <message>
        <source>mask: not allowed</source>
        <translation>掩码：不允许</translation>
    </message>
    <message>
        <source>mask: allowed</source>
        <translation>掩码：允许</translation>
    </message>
    <message>
        <source>+ the value of the added mask</source>
        <translation>+ 加性掩码的值</translation>
    </message>
    <message>
        <source>It was given so, in the cell below.</source>
        <translation>这是给定的值，见下方单元格。</translation>
    </message>
    <message>
        <source>The exact value lies beyond 3.4·10^{38}, the largest float32.</source>
        <translation>精确值超出 float32 的最大值 3.4·10^{38}。</translation>
    </message>
    <message>
        <source>NaN begins in the softmax: the row holds ∞, and ∞ − ∞ has no value.</source>
        <translation>NaN 始于 softmax：该行含有 ∞，而 ∞ − ∞ 没有值。</translation>
    </message>
    <message>
        <source>NaN begins in the cell below: its sum meets ∞ − ∞ or 0 × ∞, which have no value.</source>
        <translation>NaN 始于下方单元格：求和时遇到 ∞ − ∞ 或 0 × ∞，二者都没有值。</translation>
    </message>
    <message>
        <source>%1(%2), head %3</source>
        <translation>%1(%2)，头 %3</translation>
    </message>
    <message>
        <source>%1 = %2(%3) · %4, head %5</source>
        <translation>%1 = %2(%3) · %4，头 %5</translation>
    </message>
    <message>
        <source>show the first %1</source>
        <translation>只显示前 %1 个</translation>
    </message>
    <message>
        <source>… show all %1</source>
        <translation>… 显示全部 %1 个</translation>
    </message>
    <message>
        <source>score  q · k</source>
        <translation>得分  q · k</translation>
    </message>
    <message>
        <source>%1 instead of ÷ √%2</source>
        <translation>%1，而不是 ÷ √%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>softmax of the query %1</source>
        <translation>查询 %1 的 softmax</translation>
    </message>
    <message>
        <source>dropout: 0 stays 0</source>
        <translation>dropout：0 仍为 0</translation>
    </message>
    <message>
        <source>dropout: dropped</source>
        <translation>dropout：丢弃</translation>
    </message>
    <message>
        <source>dropout: kept, × %1</source>
        <translation>dropout：保留，× %1</translation>
    </message>
    <message>
        <source>What is kept is scaled by 1 ÷ (1 − p) = %1, so that the sum stays the same on average. A single row need not sum to 1.</source>
        <translation>保留的值乘以 1 ÷ (1 − p) = %1，使总和在平均意义上不变。单独一行之和不一定为 1。</translation>
    </message>
    <message numerus="yes">
        <source>Σ over %n keys = context of %1</source>
        <translation>
            <numerusform>Σ %n 个键 = %1 的上下文</numerusform>
        </translation>
    </message>
    <message>
        <source>× v(%1), head %2</source>
        <translation>× v(%1)，头 %2</translation>
    </message>
    <message>
        <source>Click keeps the terms.</source>
        <translation>单击固定显示各项。</translation>
    </message>
    <message>
        <source>over the features of this token</source>
        <translation>对该词元的全部特征</translation>
    </message>
    <message>
        <source>over all tokens of this feature</source>
        <translation>对该特征的全部词元</translation>
    </message>
    <message>
        <source>Divided by n, not by n − 1: the biased variance, as norms use it.</source>
        <translation>除以 n 而不是 n − 1：归一化使用的是有偏方差。</translation>
    </message>
    <message>
        <source>Φ(x) is the share of a normal distribution that lies below x.</source>
        <translation>Φ(x) 是正态分布中小于 x 的部分所占的比例。</translation>
    </message>
    <message>
        <source>of the position alone</source>
        <translation>仅由位置决定</translation>
    </message>
    <message>
        <source>p, counted from 0</source>
        <translation>p，从 0 数起</translation>
    </message>
    <message>
        <source>softmax over the vocabulary</source>
        <translation>对词表的 softmax</translation>
    </message>
    <message>
        <source>Received from another block</source>
        <translation>来自另一个模块</translation>
    </message>
    <message>
        <source>%1; a click on the number goes there.</source>
        <translation>%1；单击该数即可前往。</translation>
    </message>
    <message>
        <source>%1(%2) · %3 of head %4, column %5</source>
        <translation>%1(%2) · 第 %4 个头的 %3，第 %5 列</translation>
    </message>
    <message>
        <source>Click goes to the block that made it.</source>
        <translation>单击前往算出它的模块。</translation>
    </message>
    <message>
        <source>Prefix: behind the first %1 keys a query sees no key after itself.</source>
        <translation>前缀：在前 %1 个键之后，查询看不到自己之后的键。</translation>
    </message>
    <message>
        <source>Window: only keys less than %1 places away from the query are seen.</source>
        <translation>窗口：只看得到与查询相距小于 %1 个位置的键。</translation>
    </message>
    <message>
        <source>Lower-right alignment: the last query stands at the last key, so this one stands at place %1.</source>
        <translation>右下对齐：最后一个查询对着最后一个键，因此该查询位于第 %1 位。</translation>
    </message>
    <message>
        <source>NaN is what was chosen for rows whose keys are all masked; in the softmax 0 is divided by 0.</source>
        <translation>对所有键都被屏蔽的行选择了 NaN；softmax 中是 0 除以 0。</translation>
    </message>
    <message>
        <source>Its weights are 0, as scaled_dot_product_attention gives since PyTorch 2.5; the row sums to 0 instead of 1.</source>
        <translation>其权重为 0，与 PyTorch 2.5 起的 scaled_dot_product_attention 相同；该行之和为 0 而不是 1。</translation>
    </message>
    <message>
        <source>Its weights are NaN, as nn.MultiheadAttention gives: the softmax divides 0 by 0.</source>
        <translation>其权重为 NaN，与 nn.MultiheadAttention 相同：softmax 用 0 除以 0。</translation>
    </message>
    <message>
        <source>Its weights are all alike, as models give that mask with the smallest finite number instead of −∞.</source>
        <translation>其权重全都相同，用最小有限数而不是 −∞ 做掩码的模型便是如此。</translation>
    </message>
    <message>
        <source>Every key is masked for this query. Softmax has nothing to share out.</source>
        <translation>该查询的所有键都被屏蔽。Softmax 无可分配。</translation>
    </message>
    <message>
        <source>Every score of this row is −∞, as if all keys were masked.</source>
        <translation>该行的每个得分都是 −∞，如同所有键都被屏蔽。</translation>
    </message>
    <message>
        <source>↑ outside</source>
        <translation>↑ 视野外</translation>
    </message>
    <message>
        <source>↓ outside</source>
        <translation>↓ 视野外</translation>
    </message>
    <message>
        <source>← outside</source>
        <translation>← 视野外</translation>
    </message>
    <message>
        <source>outside →</source>
        <translation>视野外 →</translation>
    </message>
    <message numerus="yes">
        <source>%n other key(s)</source>
        <translation>
            <numerusform>其余 %n 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>the row in the text</source>
        <translation>文本中的这一行</translation>
    </message>
    <message>
        <source>query framed</source>
        <translation>查询加框</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>typed instead</source>
        <translation>改写为</translation>
    </message>
    <message>
        <source>%1, typed</source>
        <translation>%1（改写）</translation>
    </message>
    <message>
        <source>Ā, mean of the heads</source>
        <translation>Ā，各头的均值</translation>
    </message>
</context>
<context>
    <name>IntentEdits</name>
    <message>
        <source>type score %1</source>
        <translation>改写得分为 %1</translation>
    </message>
    <message>
        <source>type scaled score %1</source>
        <translation>改写缩放后的得分为 %1</translation>
    </message>
    <message>
        <source>type masked score %1</source>
        <translation>改写掩码后的得分为 %1</translation>
    </message>
    <message>
        <source>type dropped weight %1</source>
        <translation>改写丢弃后的权重为 %1</translation>
    </message>
    <message>
        <source>type weight %1</source>
        <translation>改写权重为 %1</translation>
    </message>
    <message>
        <source>switch off %1</source>
        <translation>关掉%1</translation>
    </message>
    <message>
        <source>switch on %1</source>
        <translation>打开%1</translation>
    </message>
    <message numerus="yes">
        <source>switch off %n heads</source>
        <translation>
            <numerusform>关掉 %n 个头</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>switch on %n heads</source>
        <translation>
            <numerusform>打开 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>paint the mask</source>
        <translation>绘制掩码</translation>
    </message>
    <message>
        <source>change a number of %1</source>
        <translation>更改%1中的一个数</translation>
    </message>
    <message>
        <source>restore a computed number</source>
        <translation>还原一个改写的数</translation>
    </message>
    <message>
        <source>restore all computed numbers</source>
        <translation>还原所有改写的数</translation>
    </message>
    <message>
        <source>compare the norms</source>
        <translation>比较两种归一化</translation>
    </message>
    <message>
        <source>use the painted head</source>
        <translation>使用画出的头</translation>
    </message>
    <message>
        <source>replace heads otherwise</source>
        <translation>换一种方式代替头</translation>
    </message>
    <message>
        <source>change the sizes</source>
        <translation>更改尺寸</translation>
    </message>
    <message>
        <source>change the number of heads</source>
        <translation>更改头数</translation>
    </message>
    <message>
        <source>mask causally</source>
        <translation>使用因果掩码</translation>
    </message>
    <message>
        <source>remove the causal mask</source>
        <translation>去掉因果掩码</translation>
    </message>
    <message>
        <source>new seed</source>
        <translation>更换种子</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>dice</source>
        <translation>掷骰子</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <source>every head in its own range</source>
        <translation>每个头用各自的范围</translation>
    </message>
    <message>
        <source>every layer in its own range</source>
        <translation>每层用各自的范围</translation>
    </message>
    <message>
        <source>head →</source>
        <translation>头 →</translation>
    </message>
    <message>
        <source>in each: key ↓, query →</source>
        <translation>每个方格：键 ↓，查询 →</translation>
    </message>
    <message>
        <source>in each: query ↓, key →</source>
        <translation>每个方格：查询 ↓，键 →</translation>
    </message>
    <message>
        <source>every row in its own range</source>
        <translation>每一行各用自己的范围</translation>
    </message>
    <message>
        <source>%1, square root</source>
        <translation>%1，平方根</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>B − A, %1</source>
        <translation>B − A，%1</translation>
    </message>
    <message>
        <source>layers: largest mean first</source>
        <translation>层：平均值大的在前</translation>
    </message>
    <message>
        <source>heads: largest mean over all layers first</source>
        <translation>头：各层平均值大的在前</translation>
    </message>
    <message>
        <source>layers and heads: largest mean first</source>
        <translation>层和头：平均值大的在前</translation>
    </message>
    <message>
        <source>in every layer: largest → smallest</source>
        <translation>每层：大 → 小</translation>
    </message>
</context>
<context>
    <name>LayersMean</name>
    <message>
        <source>mean of the heads</source>
        <translation>各头的平均</translation>
    </message>
    <message>
        <source>%1, mean of the heads</source>
        <translation>%1，各头的平均</translation>
    </message>
</context>
<context>
    <name>Learnt</name>
    <message numerus="yes">
        <source>%n word(s), marked *, have other numbers than the learnt ones</source>
        <translation>
            <numerusform>%n 个词（标有 *）的数不是学来的那些</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), marked *, stand behind the longest sentence of the training: their places are drawn</source>
        <translation>
            <numerusform>%n 个词（标有 *）的位置超出了训练中最长的句子：它们的位置是抽取的</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 words, marked *, are new to these weights: their numbers are drawn</source>
        <translation>
            <numerusform>%1 个词里有 %n 个（标有 *）对这些权重是新词：它们的数是抽取的</numerusform>
        </translation>
    </message>
    <message>
        <source>Dice in part: these weights were drawn (seed %1), then %2 of %3 numbers were changed; nothing was learnt.</source>
        <translation>部分是掷骰子：这些权重是抽取的（种子 %1），后来 %3 个数里改了 %2 个；什么也没有学。</translation>
    </message>
    <message>
        <source>These weights were learnt, then %1 of %2 numbers were changed: what was measured of them holds no more.</source>
        <translation>这些权重是学来的，后来 %2 个数里改了 %1 个：对它们测得的结果不再成立。</translation>
    </message>
    <message>
        <source>These weights were learnt; what each head looks for was not measured.</source>
        <translation>这些权重是学来的；每个头在找什么没有测量。</translation>
    </message>
    <message>
        <source>nothing is known of words marked *; %1</source>
        <translation>关于标有 * 的词，什么也不知道；%1</translation>
    </message>
    <message>
        <source>has learnt in its training to find: %1</source>
        <translation>在训练中学会了找：%1</translation>
    </message>
    <message>
        <source>Head %1 %2 (%3)</source>
        <translation>头 %1 %2（%3）</translation>
    </message>
    <message>
        <source>Learnt, in held-out sentences: %1; by chance %2.</source>
        <translation>学会了的，在留出的句子里测得：%1；随机为 %2。</translation>
    </message>
    <message>
        <source>head %1 %2</source>
        <translation>头 %1 %2</translation>
    </message>
    <message>
        <source>Dice: these weights were drawn, nothing was learnt.</source>
        <translation>掷骰子：这些权重是抽取的，什么也没有学。</translation>
    </message>
    <message>
        <source>Dice: these weights were drawn (seed %1), nothing was learnt.</source>
        <translation>掷骰子：这些权重是抽取的（种子 %1），什么也没有学。</translation>
    </message>
    <message>
        <source>%1 of its weight in held-out sentences; by chance %2</source>
        <translation>%1 是它权重的份额，在留出的句子里测得；随机为 %2</translation>
    </message>
    <message>
        <source>has learnt to find: %1</source>
        <translation>学会了找：%1</translation>
    </message>
    <message>
        <source>at most %1 of its weight goes to one relation (%2) in held-out sentences; by chance %3</source>
        <translation>在留出的句子里，它给一种关系（%2）的权重最多是 %1；随机为 %3</translation>
    </message>
    <message>
        <source>nothing above %1</source>
        <translation>都不超过 %1</translation>
    </message>
    <message>
        <source>has no job that was measured</source>
        <translation>没有测得的分工</translation>
    </message>
    <message>
        <source>These weights were learnt, but know none of these words: what their heads look for is not claimed here.</source>
        <translation>这些权重是学出来的，但这些词它们一个也不认识：各个头在这里找什么，不能说。</translation>
    </message>
    <message>
        <source>These weights were learnt; what their heads look for was measured with other heads or masks, and is not claimed of these.</source>
        <translation>这些权重是学出来的；它们的头找什么，是在别的头数或掩码下量得的，不能说就是这里的头。</translation>
    </message>
    <message>
        <source>“%1” has the numbers of “%2”</source>
        <translation>“%1”用的是“%2”的数</translation>
    </message>
    <message>
        <source>The weights are dice: nothing was learnt. %1</source>
        <translation>权重是掷骰子得来的：什么也没有学。%1</translation>
    </message>
    <message>
        <source>dice: nothing was learnt</source>
        <translation>掷骰子：什么也没有学</translation>
    </message>
    <message>
        <source>learnt; shares in held-out sentences, by chance %1</source>
        <translation>学出来的；份额在留出的句子上量得，随机为 %1</translation>
    </message>
    <message>
        <source>learnt, then changed</source>
        <translation>学出来的，后来改过</translation>
    </message>
    <message>
        <source>learnt; nothing is claimed of these heads</source>
        <translation>学出来的；这里的头找什么，不能说</translation>
    </message>
</context>
<context>
    <name>Lens</name>
    <message>
        <source>What each layer would say</source>
        <translation>每一层会说什么</translation>
    </message>
    <message>
        <source>Before the first layer already it says %1</source>
        <translation>在第一层之前就说%1</translation>
    </message>
    <message>
        <source>Only the last layer says %1</source>
        <translation>只有最后一层说%1</translation>
    </message>
    <message>
        <source>From layer %1 on it says %2</source>
        <translation>从第 %1 层起就说%2</translation>
    </message>
    <message>
        <source>no layer</source>
        <translation>没有层</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>before the first layer</source>
        <translation>第一层之前</translation>
    </message>
    <message>
        <source>after layer %1</source>
        <translation>第 %1 层之后</translation>
    </message>
    <message>
        <source>%1. %2 %3</source>
        <translation>%1. %2 %3</translation>
    </message>
    <message>
        <source>A click goes to that layer.</source>
        <translation>单击转到那一层。</translation>
    </message>
    <message>
        <source>What each layer would say, were it the last: what stands behind it, through the final norm and the vocabulary</source>
        <translation>假如每一层就是最后一层，它会说什么：它后面的残差流走过最终归一化和词表</translation>
    </message>
    <message>
        <source>What each layer would say, were it the last: what stands behind it, through the layer of the prediction and the vocabulary</source>
        <translation>假如每一层就是最后一层，它会说什么：它后面的残差流走过预测层和词表</translation>
    </message>
    <message>
        <source>token →</source>
        <translation>词元 →</translation>
    </message>
    <message>
        <source>probability of the likeliest token</source>
        <translation>最可能的词元的概率</translation>
    </message>
    <message>
        <source>What each layer would say, were it the last: what stands behind it, through the vocabulary</source>
        <translation>假如每一层就是最后一层，它会说什么：它后面的残差流走过词表</translation>
    </message>
</context>
<context>
    <name>LessonGround</name>
    <message>
        <source>For this lesson: an example.</source>
        <translation>这一课用一个例子。</translation>
    </message>
    <message>
        <source>For this lesson: example “%1”.</source>
        <translation>这一课用例子“%1”。</translation>
    </message>
    <message>
        <source>For this lesson: “%1” reads “%2”.</source>
        <translation>这一课里，“%1”读的是“%2”。</translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message>
        <source>Point at a token to see its lines</source>
        <translation>指向一个词元，即可看到它的连线</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) hold %1 % of %2</source>
        <translation>
            <numerusform>%n 条连线占%2的 %1 %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queries look at %1</source>
        <translation>
            <numerusform>%n 个查询看 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 may look at no key</source>
        <translation>%1 不能看任何键</translation>
    </message>
    <message numerus="yes">
        <source>%1 looks at %2 of %n keys</source>
        <translation>
            <numerusform>%1 看 %n 个键中的 %2 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of this token alone, %1</source>
        <translation>
            <numerusform>仅此词元的 %n 条连线，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n lines, %2</source>
        <translation>
            <numerusform>%n 条连线中的 %1 条，%2</numerusform>
        </translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>所有头的平均值</translation>
    </message>
    <message>
        <source>%1 % of a row instead of %2 %: more would be over %3 lines</source>
        <translation>每行只取 %1 %，而不是 %2 %：再多就超过 %3 条连线</translation>
    </message>
    <message>
        <source>query →</source>
        <translation>查询 →</translation>
    </message>
    <message>
        <source>→ key</source>
        <translation>→ 键</translation>
    </message>
    <message>
        <source>query ↓</source>
        <translation>查询 ↓</translation>
    </message>
    <message>
        <source>held</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>received</source>
        <translation>收到</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键数</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询数</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>fixed scale</source>
        <translation>固定刻度</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩蔽</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1 looks at %2 with %3, %4</source>
        <translation>%1 看 %2：%3，%4</translation>
    </message>
    <message>
        <source>With so many weights only a query can be asked.</source>
        <translation>权重太多，只能询问查询。</translation>
    </message>
    <message numerus="yes">
        <source>without %n key(s), rows renormalised to 1</source>
        <translation>
            <numerusform>去掉 %n 个键，各行重新归一化为 1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n key(s), rows not renormalised</source>
        <translation>
            <numerusform>去掉 %n 个键，各行未重新归一化</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) between the tokens in view</source>
        <translation>
            <numerusform>看得到的词元之间的 %n 条连线</numerusform>
        </translation>
    </message>
    <message>
        <source>tokens %1–%2 of %3 in view</source>
        <translation>看得到第 %1–%2 个词元，共 %3 个</translation>
    </message>
    <message numerus="yes">
        <source>the numbers of %n head(s) have no room beside the others</source>
        <translation>
            <numerusform>有 %n 个头的数字放不下</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no room to write every token: the others have their lines only</source>
        <translation>没有地方写出每个词元：其余的只有连线</translation>
    </message>
    <message>
        <source>title or subtitle is too long for the page and was cut</source>
        <translation>标题或副标题对这一页太长，已截断</translation>
    </message>
    <message>
        <source>smallest set of keys that holds %1 % of a row</source>
        <translation>合计占一行 %1 % 的最少的键</translation>
    </message>
    <message>
        <source>zoom in to %1 tokens for all lines</source>
        <translation>放大到 %1 个词元时显示全部连线</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) lead out of view</source>
        <translation>
            <numerusform>另有 %n 条通向视野之外</numerusform>
        </translation>
    </message>
    <message>
        <source>No line is left to draw</source>
        <translation>没有可画的连线</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) and those to itself hold %1 % of %2</source>
        <translation>
            <numerusform>%n 条连线连同到自己的连线占%2的 %1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>every row</source>
        <translation>每一行</translation>
    </message>
    <message>
        <source>what is left of every row</source>
        <translation>每一行余下部分</translation>
    </message>
    <message>
        <source>every row that looks at a key</source>
        <translation>每个有所关注的行</translation>
    </message>
    <message>
        <source>lines of a token to itself are not drawn</source>
        <translation>不画词元到自己的连线</translation>
    </message>
</context>
<context>
    <name>Mark</name>
    <message>
        <source>masked</source>
        <translation>被掩蔽</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>被丢弃</translation>
    </message>
</context>
<context>
    <name>MatrixPanel</name>
    <message>
        <source>queries %1–%2 of %3, keys %4–%5 of %6</source>
        <translation>查询 %1–%2（共 %3），键 %4–%5（共 %6）</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>an animation needs a picture at least</source>
        <translation>动画至少需要一幅画面</translation>
    </message>
    <message>
        <source>there is nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>the printer &quot;%1&quot; takes nothing</source>
        <translation>打印机“%1”不接受任务</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; a list of words may have at most %3</source>
        <translation>%1 有 %2 字节；词的列表最多可以有 %3 字节</translation>
    </message>
    <message>
        <source>%1 names no words</source>
        <translation>%1 中没有词</translation>
    </message>
    <message>
        <source>%1 is no list of words: [&quot;a&quot;, &quot;b&quot;] is needed, a list of such lists, or {&quot;query&quot;: [..], &quot;key&quot;: [..]}</source>
        <translation>%1 不是词的列表：需要 [&quot;a&quot;, &quot;b&quot;]、由这样的列表组成的列表，或 {&quot;query&quot;: [..], &quot;key&quot;: [..]}</translation>
    </message>
    <message>
        <source>word %1 of %2 is empty: every place needs one</source>
        <translation>%2 的第 %1 个词是空的：每个位置都需要一个词</translation>
    </message>
    <message>
        <source>row %1 has %2 cells, but row %3 has %4</source>
        <translation>第 %1 行有 %2 个单元格，而第 %3 行有 %4 个</translation>
    </message>
    <message>
        <source>%1 has no rows</source>
        <translation>%1 没有行</translation>
    </message>
    <message>
        <source>row %1, column %2: &quot;%3&quot; is no number</source>
        <translation>第 %1 行第 %2 列：&quot;%3&quot; 不是数</translation>
    </message>
    <message>
        <source>%1 has more than %2 cells</source>
        <translation>%1 的单元格超过 %2 个</translation>
    </message>
    <message>
        <source>“%1%2” is no number</source>
        <translation>“%1%2”不是数</translation>
    </message>
    <message>
        <source>the arrays of %1 are said to take %2 bytes: at most %3 are read</source>
        <translation>%1 的数组据称占 %2 字节：最多读取 %3 字节</translation>
    </message>
    <message>
        <source>%1 has %2 arrays: at most %3 are read</source>
        <translation>%1 有 %2 个数组：最多读取 %3 个</translation>
    </message>
    <message>
        <source>%1 is no file that attentions are read from: these are %2</source>
        <translation>不能从 %1 读取注意力：可以读取的有 %2</translation>
    </message>
    <message>
        <source>%1 is in %2 twice</source>
        <translation>%2 中有两个 %1</translation>
    </message>
    <message>
        <source>%1 in %2 has a name that leads out of the archive</source>
        <translation>%2 中的 %1 的名称指向压缩文件之外</translation>
    </message>
    <message>
        <source>%1 in %2 is encrypted or packed in a way that is not read: store or deflate it</source>
        <translation>%2 中的 %1 已加密，或使用了不支持的压缩方式：请用 store 或 deflate</translation>
    </message>
    <message>
        <source>%1 is no complete zip archive: it is damaged or cut short</source>
        <translation>%1 不是完整的 zip 文件：已损坏或被截断</translation>
    </message>
    <message>
        <source>the pickle in %1 has %2 bytes; at most %3 are read</source>
        <translation>%1 中的 pickle 有 %2 字节；最多读取 %3 字节</translation>
    </message>
    <message>
        <source>%1 is a zip, but none of torch.save(): it has no data.pkl. It has %2</source>
        <translation>%1 是 zip，但不是 torch.save() 的：其中没有 data.pkl，而有 %2</translation>
    </message>
    <message>
        <source>%1 holds no tensors</source>
        <translation>%1 中没有张量</translation>
    </message>
    <message>
        <source>%1 has two tensors called %2</source>
        <translation>%1 中有两个名为 %2 的张量</translation>
    </message>
    <message>
        <source>the pickle in %1 has the instruction %2 at byte %3, which no state dict needs</source>
        <translation>%1 中的 pickle 在第 %3 个字节处有指令 %2，没有 state dict 需要它</translation>
    </message>
    <message>
        <source>a tensor of %1 has shape and strides that its storage %2 has no numbers for</source>
        <translation>%1 中有一个张量，其形状和步长超出了存储 %2 中的数</translation>
    </message>
    <message>
        <source>%1 asks for %2, which is no tensor, list or dictionary, and nothing is run here: save a state_dict() or tensors</source>
        <translation>%1 要求 %2，它不是张量、列表或字典，而这里不运行任何代码：请保存 state_dict() 或张量</translation>
    </message>
    <message>
        <source>the pickle in %1 is damaged at byte %2</source>
        <translation>%1 中的 pickle 在第 %2 个字节处损坏</translation>
    </message>
    <message>
        <source>%1 is nested too deep, or holds too much</source>
        <translation>%1 嵌套过深，或内容过多</translation>
    </message>
    <message>
        <source>%1 is only the index of a model in several files: open the one that has the layer (%2)</source>
        <translation>%1 只是分成几个文件的模型的索引：请打开含有该层的那个文件（%2）</translation>
    </message>
    <message>
        <source>%1 is a page of the web, as one gets where a download asks to sign in: download the file itself</source>
        <translation>%1 是一个网页，下载要求登录时就会得到它：请下载文件本身</translation>
    </message>
    <message>
        <source>%1 is a file of torch.save(), whatever it is called: name it .pt</source>
        <translation>不管叫什么名字，%1 是 torch.save() 的文件：请命名为 .pt</translation>
    </message>
    <message>
        <source>%1 is a .gguf, whose numbers are packed for llama.cpp: the .safetensors of the same model is needed</source>
        <translation>%1 是 .gguf，其中的数为 llama.cpp 压缩过：需要同一模型的 .safetensors</translation>
    </message>
    <message>
        <source>%1 holds %2 tensors (%3): one alone is needed here</source>
        <translation>%1 中有 %2 个张量（%3）：这里只需要一个</translation>
    </message>
    <message>
        <source>%1 is an array of NumPy (.npy), which has no names: weights are a .safetensors or .pt</source>
        <translation>%1 是 NumPy 的数组（.npy），没有名称：权重应是 .safetensors 或 .pt</translation>
    </message>
    <message>
        <source>the words are those of %1</source>
        <translation>词取自 %1</translation>
    </message>
    <message>
        <source>%1 names keys, but these are the queries: --tokens names both</source>
        <translation>%1 给键命名，但这里的键就是查询：--tokens 同时给两者命名</translation>
    </message>
    <message>
        <source>a word of %1 is %2 bytes long; at most %3 are possible</source>
        <translation>%1 中有一个词长 %2 字节；最多可以有 %3 字节</translation>
    </message>
    <message>
        <source>%1 has %2 words, and the inputs have %3 tokens</source>
        <translation>%1 有 %2 个词，而输入有 %3 个词元</translation>
    </message>
    <message>
        <source>%1 names %2 sequences, and the inputs have %3</source>
        <translation>%1 给出了 %2 个序列的词，而输入有 %3 个序列</translation>
    </message>
    <message>
        <source>of %1 only the attention is read; left out: %2</source>
        <translation>只读取 %1 中的注意力；略去：%2</translation>
    </message>
    <message>
        <source>the weights hold several attention layers, of which --layer PREFIX chooses one: %1</source>
        <translation>这些权重里有几个注意力层，用 --layer PREFIX 选择其中一个：%1</translation>
    </message>
    <message>
        <source>there is no attention &quot;%1&quot;: there are %2</source>
        <translation>没有名为“%1”的注意力：有的是 %2</translation>
    </message>
    <message>
        <source>%1 heads do not divide the inner width %2 of the weights: it is divided by %3</source>
        <translation>%1 个头不能整除权重的内部宽度 %2：能整除它的是 %3</translation>
    </message>
    <message>
        <source>the weights are not the state dict of a PyTorch nn.MultiheadAttention: in_proj_weight and out_proj.weight are missing. They have %1</source>
        <translation>这些权重不是 PyTorch nn.MultiheadAttention 的 state dict：缺少 in_proj_weight 和 out_proj.weight。其中有 %1</translation>
    </message>
    <message>
        <source>this attention was computed elsewhere: its words and how it is read can be changed, no number</source>
        <translation>这个注意力是在别处算出的：可以改它的词和读法，不能改数</translation>
    </message>
    <message>
        <source>this attention was computed elsewhere: its queries, keys and values are not known</source>
        <translation>这个注意力是在别处算出的：它的查询、键和值未知</translation>
    </message>
    <message>
        <source>one attention is of %1 sequences and another one of %2</source>
        <translation>一个注意力有 %1 个序列，另一个有 %2 个</translation>
    </message>
    <message>
        <source>left out, as they are no attention: %2 arrays, such as %1</source>
        <translation>不是注意力，已略去：%2 个数组，例如 %1</translation>
    </message>
    <message>
        <source>rows that are 0 throughout, as padding is: %1 of %2</source>
        <translation>%2 行中有 %1 行全为 0，与填充相同</translation>
    </message>
    <message>
        <source>values that are no numbers (NaN): %1</source>
        <translation>有 %1 个值不是数（NaN）</translation>
    </message>
    <message>
        <source>values below 0, as scores before the softmax have them: %1</source>
        <translation>小于 0 的值（softmax 之前的分数才有）：%1 个</translation>
    </message>
    <message>
        <source>rows that do not sum to 1: %1 of %2; one sums to %3</source>
        <translation>%2 行中有 %1 行之和不为 1：其中一行之和为 %3</translation>
    </message>
    <message>
        <source>axes &quot;%1&quot; are %2, but the attention has %3: its shape is %4</source>
        <translation>轴 &quot;%1&quot; 是 %2 个，而注意力有 %3 个：形状为 %4</translation>
    </message>
    <message>
        <source>there is no attention of 2 to 5 axes, such as [heads, query, key], but %1</source>
        <translation>没有 2 到 5 个轴的注意力（例如 [heads, query, key]），只有 %1</translation>
    </message>
    <message>
        <source>axes &quot;%1&quot;: each of layers, batch, heads, query and key at most once is needed, query and key among them, as in layers,heads,query,key</source>
        <translation>轴 &quot;%1&quot;：layers、batch、heads、query、key 各至多出现一次，其中必须有 query 和 key，例如 layers,heads,query,key</translation>
    </message>
    <message>
        <source>no words here have such weights or scores as it is about</source>
        <translation>这里没有哪些词的权重或得分是它要问的那样</translation>
    </message>
    <message>
        <source>numbers that somebody typed into a stage do not keep to what it is about</source>
        <translation>有人改过某一步里的数，它们不再遵守这道题所问的规律</translation>
    </message>
    <message>
        <source>it is asked of at most %1 scores; here is the number: %2</source>
        <translation>它最多问 %1 个得分；这里的个数：%2</translation>
    </message>
    <message>
        <source>it asks for “%1”, which does not hold here</source>
        <translation>它要求“%1”，这里不成立</translation>
    </message>
    <message>
        <source>it needs at least %1 heads; here is the number: %2</source>
        <translation>它至少要 %1 个头；这里的个数：%2</translation>
    </message>
    <message>
        <source>it needs at least %1 words to look at (keys); here is the number: %2</source>
        <translation>它至少要 %1 个被看的词（键）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it needs at least %1 words that look (queries); here is the number: %2</source>
        <translation>它至少要 %1 个去看的词（查询）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it hides words by the mask of the setup, which does not hold in this attention</source>
        <translation>它要用设置里的掩码遮住词，而这个掩码在这个注意力里不起作用</translation>
    </message>
    <message>
        <source>it is about a sentence that looks at itself; here one looks at another</source>
        <translation>它问的是一句话看自己；这里是一句看另一句</translation>
    </message>
    <message>
        <source>the lesson&apos;s edit needs a word, a head or a feature that the experiment has not got</source>
        <translation>课程里的修改要用到的词、头或特征，这个实验里没有</translation>
    </message>
    <message>
        <source>the learnt weights are those of d_model %1 and %2 heads in their own model; go back to these sizes first</source>
        <translation>学成的权重属于 d_model 为 %1、%2 个头的模型；请先恢复这些尺寸</translation>
    </message>
    <message>
        <source>nothing was learnt here</source>
        <translation>这里没有学过什么</translation>
    </message>
    <message>
        <source>the training has no record of step %1</source>
        <translation>训练没有第 %1 步的记录</translation>
    </message>
    <message>
        <source>d_model is %1; it must be between 1 and %2</source>
        <translation>d_model 为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>the number of heads is %1; it must be between 1 and %2</source>
        <translation>头数为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>d_k is %1; it must be between 1 and %2</source>
        <translation>d_k 为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>d_v is %1; it must be between 1 and %2</source>
        <translation>d_v 为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model %2 evenly; use %3 heads, or give d_k a value</source>
        <translation>d_model %2 不能被 %1 个头整除；可改用 %3 个头，或单独给定 d_k</translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model %2 evenly; use %3 or %4 heads, or give d_k a value</source>
        <translation>d_model %2 不能被 %1 个头整除；可改用 %3 或 %4 个头，或单独给定 d_k</translation>
    </message>
    <message>
        <source>the scale is %1; it must be a finite number</source>
        <translation>缩放系数为 %1；应为有限数</translation>
    </message>
    <message>
        <source>the dropout probability is %1; it must be at least 0 and below 1</source>
        <translation>dropout 概率为 %1；应不小于 0 且小于 1</translation>
    </message>
    <message>
        <source>the computation was cancelled</source>
        <translation>计算已取消</translation>
    </message>
    <message>
        <source>the memory did not suffice for all stages; use fewer tokens or heads</source>
        <translation>内存不足以保存所有阶段；请减少词元或头</translation>
    </message>
    <message>
        <source>%1 is not a number (NaN); it must be a finite number</source>
        <translation>%1 不是数 (NaN)；应为有限数</translation>
    </message>
    <message>
        <source>%1 is infinite; it must be a finite number</source>
        <translation>%1 为无穷大；应为有限数</translation>
    </message>
    <message>
        <source>%1 has %2 axes, shape %3; it must have three: batch, sequence, d_model</source>
        <translation>%1 有 %2 个轴，形状为 %3；应有三个轴：批次、序列、d_model</translation>
    </message>
    <message>
        <source>%1 has shape %2 and so no values; it needs at least one sequence, one token and one feature</source>
        <translation>%1 的形状为 %2，因此没有值；至少需要一个序列、一个词元和一个特征</translation>
    </message>
    <message>
        <source>query_input is %1 wide, shape %2, but d_model is %3; they must be equal</source>
        <translation>query_input 宽 %1，形状为 %2，而 d_model 为 %3；二者应相等</translation>
    </message>
    <message>
        <source>key_input has batch %1 and query_input has batch %2; they must be equal</source>
        <translation>key_input 的批次为 %1，query_input 的批次为 %2；二者应相等</translation>
    </message>
    <message>
        <source>value_input has shape %1 and %2 has shape %3; batch and sequence must be equal, for each key has one value</source>
        <translation>value_input 的形状为 %1，%2 的形状为 %3；批次和序列应相等，因为每个键对应一个值</translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3: as many rows as %4 is wide, and %5 columns (%6)</source>
        <translation>%1 的形状为 %2；应为 %3：行数等于 %4 的宽度，列数为 %5 (%6)</translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3: one value for each column of its weight</source>
        <translation>%1 的形状为 %2；应为 %3：其权重的每一列对应一个值</translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3 (query, key), %4 (batch, query, key) or %5 (batch, heads, query, key); batch and heads may be 1</source>
        <translation>%1 的形状为 %2；应为 %3（查询、键）、%4（批次、查询、键）或 %5（批次、头、查询、键）；批次和头可以为 1</translation>
    </message>
    <message>
        <source>%1 is %2; it must be 1 (may attend) or 0 (may not)</source>
        <translation>%1 为 %2；应为 1（允许关注）或 0（不允许）</translation>
    </message>
    <message>
        <source>the key padding has shape %1; it must have shape %2 (batch, key)</source>
        <translation>键填充的形状为 %1；应为 %2（批次、键）</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a finite number, or -inf where a query may not attend</source>
        <translation>%1 为 %2；应为有限数，不允许查询关注之处则为 -inf</translation>
    </message>
    <message>
        <source>the stages would need more memory than any machine has; use fewer tokens, heads or features</source>
        <translation>各阶段所需内存超过任何计算机的容量；请减少词元、头或特征</translation>
    </message>
    <message>
        <source>the stages would need %1 of memory and the limit is %2; use fewer layers, tokens or heads</source>
        <translation>各阶段需要 %1 内存，上限为 %2；请减少层、词元或头</translation>
    </message>
    <message>
        <source>not computed: it needs %1 MiB of memory and %2 MiB are free; use fewer layers, tokens or heads</source>
        <translation>未计算：需要 %1 MiB 内存，空闲 %2 MiB；请减少层、词元或头</translation>
    </message>
    <message>
        <source>cannot read %1: it is a pipe, a file is needed</source>
        <translation>无法读取 %1：它是管道，需要一个文件</translation>
    </message>
    <message>
        <source>cannot read %1: it is a socket, a file is needed</source>
        <translation>无法读取 %1：它是套接字，需要一个文件</translation>
    </message>
    <message>
        <source>the weights are not the state dict of a PyTorch nn.MultiheadAttention: in_proj_weight and out_proj.weight are missing</source>
        <translation>这些权重不是 PyTorch nn.MultiheadAttention 的 state dict：缺少 in_proj_weight 和 out_proj.weight</translation>
    </message>
    <message>
        <source>the weights hold several attention layers (&quot;%1&quot; and &quot;%2&quot;): save the state dict of one of them</source>
        <translation>这些权重含有多个注意力层（“%1”和“%2”）：请只保存其中一层的 state dict</translation>
    </message>
    <message>
        <source>the weights have no %1, which the state dict of %2 has</source>
        <translation>这些权重中没有 %1，而 %2 的 state dict 中应有它</translation>
    </message>
    <message>
        <source>the weights have %1 (add_bias_kv=True), a learned extra key that is not supported: use a layer without it</source>
        <translation>这些权重含有 %1 (add_bias_kv=True)，即学得的额外键，暂不支持：请使用不含它的层</translation>
    </message>
    <message>
        <source>the weights have both %1 and %2: only one of them can be meant</source>
        <translation>这些权重同时含有 %1 和 %2：只能保留其中一个</translation>
    </message>
    <message>
        <source>the weights have %1, which %2 does not know</source>
        <translation>这些权重含有 %1，而 %2 中没有这一项</translation>
    </message>
    <message>
        <source>%1 has shape %2: a matrix [out, in] is needed</source>
        <translation>%1 的形状为 %2：应为矩阵 [out, in]</translation>
    </message>
    <message>
        <source>%1 has shape %2: with d_model %3 it must be %4</source>
        <translation>%1 的形状为 %2：d_model 为 %3 时应为 %4</translation>
    </message>
    <message>
        <source>%1 has shape %2: it must be [3·d_model, d_model]</source>
        <translation>%1 的形状为 %2：应为 [3·d_model, d_model]</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 ends at byte %2, in the middle of its data</source>
        <translation>%1 在第 %2 字节处结束，数据不完整</translation>
    </message>
    <message>
        <source>cannot read %1: a pipe may bring at most %2 bytes; save them to a file first</source>
        <translation>无法读取 %1：管道最多可传 %2 字节；请先保存为文件</translation>
    </message>
    <message>
        <source>cannot read %1: it is a directory, a file is needed</source>
        <translation>无法读取 %1：它是目录，应为文件</translation>
    </message>
    <message>
        <source>cannot read %1: it is a device, a file is needed</source>
        <translation>无法读取 %1：它是设备，应为文件</translation>
    </message>
    <message>
        <source>there is not enough memory to read %1</source>
        <translation>内存不足，无法读取 %1</translation>
    </message>
    <message>
        <source>there is not enough memory to read tensor %1 of %2</source>
        <translation>内存不足，无法读取 %2 中的张量 %1</translation>
    </message>
    <message>
        <source>cannot read %1: it is a pipe into which nobody writes</source>
        <translation>无法读取 %1：这是一个无人写入的管道</translation>
    </message>
    <message>
        <source>cannot write %1: it is a pipe that nobody reads</source>
        <translation>无法写入 %1：这是一个无人读取的管道</translation>
    </message>
    <message>
        <source>%1 is only a git-lfs pointer, not the file itself: run &quot;git lfs pull&quot; where it came from</source>
        <translation>%1 只是 git-lfs 指针，不是文件本身：请在其来源处运行“git lfs pull”</translation>
    </message>
    <message>
        <source>%1 is an archive (.npz), not one array: save the array with numpy.save</source>
        <translation>%1 是归档文件 (.npz)，不是单个数组：请用 numpy.save 保存该数组</translation>
    </message>
    <message>
        <source>%1 is not a .npy file: it does not begin as numpy.save begins a file</source>
        <translation>%1 不是 .npy 文件：其开头与 numpy.save 写出的不同</translation>
    </message>
    <message>
        <source>%1 has .npy version %2.%3: 1.0, 2.0 and 3.0 can be read</source>
        <translation>%1 的 .npy 版本为 %2.%3：可读取的版本为 1.0、2.0 和 3.0</translation>
    </message>
    <message>
        <source>%1 ends in the middle of its header</source>
        <translation>%1 的文件头不完整</translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes: at most %3 are allowed</source>
        <translation>%1 声明文件头有 %2 字节：最多允许 %3 字节</translation>
    </message>
    <message>
        <source>%1 holds pickled Python objects (dtype %2), which are never loaded: save it as float32</source>
        <translation>%1 含有 pickle 的 Python 对象 (dtype %2)，一律不加载：请保存为 float32</translation>
    </message>
    <message>
        <source>%1 holds complex numbers (dtype %2): save their real part or absolute value as float32</source>
        <translation>%1 含有复数 (dtype %2)：请将其实部或绝对值保存为 float32</translation>
    </message>
    <message>
        <source>%1 has dtype %2, which cannot be read: save it as float32</source>
        <translation>%1 的 dtype 为 %2，无法读取：请保存为 float32</translation>
    </message>
    <message>
        <source>%1 announces the shape %2, which no memory can hold</source>
        <translation>%1 声明的形状为 %2，任何内存都容纳不下</translation>
    </message>
    <message>
        <source>%1 announces the shape %2, which takes %3 bytes, but only %4 follow its header</source>
        <translation>%1 声明的形状为 %2，需要 %3 字节，但文件头之后只有 %4 字节</translation>
    </message>
    <message>
        <source>the header of %1 cannot be understood at its byte %2</source>
        <translation>%1 的文件头在第 %2 字节处无法解析</translation>
    </message>
    <message>
        <source>the header of %1 has %2 twice</source>
        <translation>%1 的文件头中 %2 出现了两次</translation>
    </message>
    <message>
        <source>the header of %1 does not say its %2</source>
        <translation>%1 的文件头中缺少 %2</translation>
    </message>
    <message>
        <source>the header of %1 has an unknown member &quot;%2&quot;: only descr, fortran_order and shape are allowed</source>
        <translation>%1 的文件头中有未知成员“%2”：只允许 descr、fortran_order 和 shape</translation>
    </message>
    <message>
        <source>the fortran_order of %1 is neither True nor False</source>
        <translation>%1 的 fortran_order 既不是 True 也不是 False</translation>
    </message>
    <message>
        <source>the shape of %1 is not a tuple such as (2, 3)</source>
        <translation>%1 的 shape 不是形如 (2, 3) 的元组</translation>
    </message>
    <message>
        <source>the shape of %1 has a negative size</source>
        <translation>%1 的 shape 中有负的大小</translation>
    </message>
    <message>
        <source>the shape of %1 has a size beyond 2^64</source>
        <translation>%1 的 shape 中有超过 2^64 的大小</translation>
    </message>
    <message>
        <source>%1 has more than %2 axes</source>
        <translation>%1 的轴超过 %2 个</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>cannot write %1: it is a directory, the name of a file is needed</source>
        <translation>无法写入 %1：它是目录，应为文件名</translation>
    </message>
    <message>
        <source>cannot write %1: there is no directory %2</source>
        <translation>无法写入 %1：目录 %2 不存在</translation>
    </message>
    <message>
        <source>unsaved changes are kept nowhere, because %1 cannot be written: save them (Ctrl+S) before HeadScope ends</source>
        <translation>未保存的更改没有保留在任何地方，因为无法写入 %1：请在 HeadScope 结束前保存（Ctrl+S）</translation>
    </message>
    <message>
        <source>%1: “%2” says step %3, and “%4” ends at step %5; the training is damaged</source>
        <translation>%1：“%2”为第 %3 步，而“%4”止于第 %5 步；该训练已损坏</translation>
    </message>
    <message>
        <source>there is not enough memory for that; the experiment stays as it is</source>
        <translation>内存不足，无法完成此操作；实验保持原样</translation>
    </message>
    <message>
        <source>the recovery file %1 is damaged and cannot be opened</source>
        <translation>恢复文件 %1 已损坏，无法打开</translation>
    </message>
    <message>
        <source>cannot remove %1: %2</source>
        <translation>无法删除 %1：%2</translation>
    </message>
    <message>
        <source>there is not enough memory to write %1</source>
        <translation>内存不足，无法写入 %1</translation>
    </message>
    <message>
        <source>%1 is not a .safetensors file: it has fewer than 8 bytes</source>
        <translation>%1 不是 .safetensors 文件：不足 8 字节</translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes, more than the allowed %3: it is no .safetensors file or it is damaged</source>
        <translation>%1 声明文件头有 %2 字节，超过允许的 %3 字节：它不是 .safetensors 文件，或已损坏</translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes, but only %3 follow</source>
        <translation>%1 声明文件头有 %2 字节，但其后只有 %3 字节</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has the unknown dtype %3</source>
        <translation>%2 中的张量 %1 的 dtype %3 未知</translation>
    </message>
    <message>
        <source>the data of tensor %1 of %2 is said to lie at %3 to %4, but the data before it ends at %5: holes and overlaps are not allowed</source>
        <translation>%2 中的张量 %1 的数据声明位于 %3 至 %4，但前面的数据在 %5 处结束：不允许空洞和重叠</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has %3 bytes of data, which its shape and its dtype %4 do not give</source>
        <translation>%2 中的张量 %1 有 %3 字节数据，与其形状和 dtype %4 不符</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of data, but its header describes %3: it is cut short or has something behind its end</source>
        <translation>%1 有 %2 字节数据，但文件头描述的是 %3 字节：文件被截断，或末尾有多余内容</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has dtype %3, which cannot be shown: save it as F32</source>
        <translation>%2 中的张量 %1 的 dtype 为 %3，无法显示：请保存为 F32</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has a shape that no memory can hold</source>
        <translation>%2 中的张量 %1 的形状过大，任何内存都容纳不下</translation>
    </message>
    <message>
        <source>no tensor may be called %1</source>
        <translation>张量不能命名为 %1</translation>
    </message>
    <message>
        <source>%1 would get a header of %2 bytes, more than the allowed %3: save fewer tensors</source>
        <translation>%1 的文件头将有 %2 字节，超过允许的 %3 字节：请减少要保存的张量</translation>
    </message>
    <message>
        <source>the header of %1 is not valid JSON in UTF-8 (at its byte %2)</source>
        <translation>%1 的文件头不是有效的 UTF-8 JSON（第 %2 字节处）</translation>
    </message>
    <message>
        <source>the header of %1 is not an object of tensors, with strings as its metadata</source>
        <translation>%1 的文件头应为由张量组成的对象，且元数据应为字符串</translation>
    </message>
    <message>
        <source>tensor %1 of %2 is described wrongly: it needs a dtype (text), a shape (sizes) and data_offsets (begin and end)</source>
        <translation>%2 中的张量 %1 描述有误：需要 dtype（文本）、shape（各维大小）和 data_offsets（起点和终点）</translation>
    </message>
    <message>
        <source>the header of %1 has &quot;%2&quot; twice</source>
        <translation>%1 的文件头中“%2”出现了两次</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has a size beyond 2^48</source>
        <translation>%2 中的张量 %1 有超过 2^48 的大小</translation>
    </message>
    <message>
        <source>tensor %1 of %2 has more than %3 axes</source>
        <translation>%2 中的张量 %1 的轴超过 %3 个</translation>
    </message>
    <message>
        <source>the name of a tensor is not valid UTF-8: rename it before saving</source>
        <translation>有张量的名称不是有效的 UTF-8：请先改名再保存</translation>
    </message>
    <message>
        <source>element %1 of %2 is too large for float32 (at most 3.4028235e38)</source>
        <translation>%2 的第 %1 个元素超出 float32 的范围（最大 3.4028235e38）</translation>
    </message>
    <message>
        <source>element %1 of tensor %2 of %3 is too large for float32 (at most 3.4028235e38)</source>
        <translation>%3 中张量 %2 的第 %1 个元素超出 float32 的范围（最大 3.4028235e38）</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of data from byte %3 on, but %4 has %5 bytes in all</source>
        <translation>%1 从第 %3 字节起需要 %2 字节数据，但 %4 总共只有 %5 字节</translation>
    </message>
    <message>
        <source>cannot make the directory %1: %2</source>
        <translation>无法创建目录 %1：%2</translation>
    </message>
    <message>
        <source>cannot make the directory %1: there is a file of that name</source>
        <translation>无法创建目录 %1：已有同名文件</translation>
    </message>
    <message>
        <source>shape %1 does not hold the %2 elements of %3</source>
        <translation>形状 %1 容纳的元素数与 %3 的 %2 个元素不符</translation>
    </message>
    <message>
        <source>a view of shape %1 would have to copy memory: shape %2 is not contiguous there</source>
        <translation>形状为 %1 的视图必须复制内存：形状 %2 在此处不连续</translation>
    </message>
    <message>
        <source>sequence %1 has no tokens; it needs at least one word</source>
        <translation>序列 %1 没有词元；至少需要一个词</translation>
    </message>
    <message>
        <source>sequence %1 has %2 tokens; at most %3 are possible</source>
        <translation>序列 %1 有 %2 个词元；最多 %3 个</translation>
    </message>
    <message>
        <source>token %1 of sequence %2 is %3 bytes long; at most %4 are possible, so put spaces between the words</source>
        <translation>序列 %2 的词元 %1 长 %3 字节；最长 %4 字节，请用空格隔开各词</translation>
    </message>
    <message>
        <source>%1 tokens of width %2 in %3 sequences are more numbers than the %4 that fit into one tensor</source>
        <translation>%3 个序列、%1 个词元、宽度 %2，数字总数超过一个张量可容纳的 %4 个</translation>
    </message>
    <message>
        <source>there is no sequence %1; the batch has %2</source>
        <translation>序列 %1 不存在；批次中共有 %2 个序列</translation>
    </message>
    <message>
        <source>the number of sequences is %1; it must be between 1 and %2</source>
        <translation>序列数为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>row %1 of sequence %2 is padding behind its %3 tokens and stays 0; add a token to have numbers there</source>
        <translation>序列 %2 的第 %1 行是其 %3 个词元之后的填充，始终为 0；要在此填数，请增加词元</translation>
    </message>
    <message>
        <source>%1 cannot be %2; it is 1 where the query may look at the key, else 0</source>
        <translation>%1 不能为 %2；查询可以看该键时为 1，否则为 0</translation>
    </message>
    <message>
        <source>%1 is computed and cannot be edited; edit the inputs, weights or masks that it is made of</source>
        <translation>%1 是计算结果，不能编辑；请编辑得出它的输入、权重或掩码</translation>
    </message>
    <message>
        <source>%1 has no cell %2; its shape is %3</source>
        <translation>%1 没有单元格 %2；其形状为 %3</translation>
    </message>
    <message>
        <source>the mask has no cell %1; its shape is %2</source>
        <translation>掩码没有单元格 %1；其形状为 %2</translation>
    </message>
    <message>
        <source>this is not a HeadScope experiment; such a file is a JSON object with &quot;format&quot;: &quot;%1&quot;</source>
        <translation>这不是 HeadScope 实验；此类文件应为含有 &quot;format&quot;: &quot;%1&quot; 的 JSON 对象</translation>
    </message>
    <message>
        <source>the experiment has version %1; this HeadScope reads version %2, a newer one is needed</source>
        <translation>实验的版本为 %1；此 HeadScope 只能读取版本 %2，请使用更新的 HeadScope</translation>
    </message>
    <message>
        <source>“%1” must be %2</source>
        <translation>“%1”应为 %2</translation>
    </message>
    <message>
        <source>“%1” must not be negative</source>
        <translation>“%1”不能为负数</translation>
    </message>
    <message>
        <source>“%1” has %2 sequences and “%3” has %4; the numbers must be equal</source>
        <translation>“%1”有 %2 个序列，“%3”有 %4 个；二者应相等</translation>
    </message>
    <message>
        <source>the longest sequence of “%1” has %2 tokens and “%3” has %4 rows; the numbers must be equal</source>
        <translation>“%1”中最长的序列有 %2 个词元，“%3”有 %4 行；二者应相等</translation>
    </message>
    <message>
        <source>“%1” and “%2” belong together; both are there in cross-attention, else none</source>
        <translation>“%1”与“%2”应同时出现；交叉注意力中二者都有，否则都没有</translation>
    </message>
    <message>
        <source>“%1” is only possible together with “%2”</source>
        <translation>“%1”只能与“%2”一起出现</translation>
    </message>
    <message>
        <source>“%1” must hold nothing but 0 and 1, but has %2</source>
        <translation>“%1”只能包含 0 和 1，却含有 %2</translation>
    </message>
    <message>
        <source>%1 would have shape %2; at most %3 numbers fit into one tensor, so make one of the sizes smaller</source>
        <translation>%1 的形状将为 %2；一个张量最多容纳 %3 个数，请减小其中某一维</translation>
    </message>
    <message>
        <source>the member “%1” is there twice; it must be there once</source>
        <translation>成员“%1”出现了两次；应只出现一次</translation>
    </message>
    <message>
        <source>line %1, column %2: this number is too large; at most 3.4e38 is possible</source>
        <translation>第 %1 行第 %2 列：此数过大；最大为 3.4e38</translation>
    </message>
    <message>
        <source>the JSON text ends in line %1, column %2, in the middle of a value; the file seems to be cut off</source>
        <translation>JSON 文本在第 %1 行第 %2 列处中断，值不完整；文件似乎被截断</translation>
    </message>
    <message>
        <source>this is not JSON</source>
        <translation>这不是 JSON</translation>
    </message>
    <message>
        <source>“%1%2” must be an array of %3 entries, as its first sibling is</source>
        <translation>“%1%2”应为含 %3 项的数组，与同级的第一个数组一致</translation>
    </message>
    <message>
        <source>“%1%2” must be a number, but is %3</source>
        <translation>“%1%2”应为数字，却是 %3</translation>
    </message>
    <message>
        <source>“%1%2” is too large; at most 3.4e38 is possible</source>
        <translation>“%1%2”过大；最大为 3.4e38</translation>
    </message>
    <message>
        <source>the member “%1” is missing</source>
        <translation>缺少成员“%1”</translation>
    </message>
    <message>
        <source>“%1” must be a short text, but is %2</source>
        <translation>“%1”应为短文本，却是 %2</translation>
    </message>
    <message>
        <source>“%1” must be true or false, but is %2</source>
        <translation>“%1”应为 true 或 false，却是 %2</translation>
    </message>
    <message>
        <source>“%1” must be a whole number from 0 to 2⁶⁴ − 1, but is %2</source>
        <translation>“%1”应为 0 到 2⁶⁴ − 1 之间的整数，却是 %2</translation>
    </message>
    <message>
        <source>“%1” must be a whole number from 1 to %2</source>
        <translation>“%1”应为 1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>“%1” must be a number, but is %2</source>
        <translation>“%1”应为数字，却是 %2</translation>
    </message>
    <message>
        <source>“%1” is too large; at most 3.4e38 is possible</source>
        <translation>“%1”过大；最大为 3.4e38</translation>
    </message>
    <message>
        <source>“%1” must have one list of words for each sequence, with 1 to %2 words of at most %3 bytes</source>
        <translation>“%1”中每个序列应有一个词列表，含 1 到 %2 个词，每个词最长 %3 字节</translation>
    </message>
    <message>
        <source>“%1” must be numbers in arrays nested %2 deep, none of them empty</source>
        <translation>“%1”应为嵌套 %2 层的数字数组，且都不为空</translation>
    </message>
    <message>
        <source>“%1” has %2 numbers; at most %3 are possible</source>
        <translation>“%1”有 %2 个数；最多 %3 个</translation>
    </message>
    <message>
        <source>“%1” must be an object, but is %2</source>
        <translation>“%1”应为对象，却是 %2</translation>
    </message>
    <message>
        <source>the member “%1” is unknown; is it misspelt?</source>
        <translation>未知成员“%1”；是否拼写有误？</translation>
    </message>
    <message>
        <source>the figure could not be encoded as %1</source>
        <translation>无法将图编码为 %1</translation>
    </message>
    <message>
        <source>a picture of %1x%2 pixels needs more memory than there is: choose a smaller size or fewer dots per inch</source>
        <translation>内存不足以生成 %1x%2 像素的图片：请选择更小的尺寸或更低的 dpi</translation>
    </message>
    <message>
        <source>there is no &quot;%1&quot; in this computation</source>
        <translation>此计算中没有“%1”</translation>
    </message>
    <message>
        <source>head %1 does not exist: &quot;%2&quot; has one matrix</source>
        <translation>头 %1 不存在：“%2”只有一个矩阵</translation>
    </message>
    <message>
        <source>head %1 does not exist: the heads of &quot;%2&quot; are 1 to %3</source>
        <translation>头 %1 不存在：“%2”的头为 1 到 %3</translation>
    </message>
    <message>
        <source>a figure of %1x%2 is not possible: it can be from %3x%4 to %5x%5</source>
        <translation>无法生成 %1x%2 的图：尺寸应在 %3x%4 到 %5x%5 之间</translation>
    </message>
    <message>
        <source>sequence %1 does not exist: there are 1 to %2</source>
        <translation>序列 %1 不存在：只有 1 到 %2</translation>
    </message>
    <message>
        <source>the cell would be empty; type a number such as 0.25</source>
        <translation>单元格不能为空；请输入数字，例如 0.25</translation>
    </message>
    <message>
        <source>“%1” is not a number; type one such as 0.25, −3 or 1e-4</source>
        <translation>“%1”不是数字；请输入数字，例如 0.25、−3 或 1e-4</translation>
    </message>
    <message>
        <source>“%1” is beyond what a float32 can hold; the largest is 3.4e38</source>
        <translation>“%1”超出 float32 的范围；最大为 3.4e38</translation>
    </message>
    <message>
        <source>NaN cannot be typed: every sum that it enters would be NaN; type a finite number</source>
        <translation>不能输入 NaN：凡有它参与的和都会变成 NaN；请输入有限数</translation>
    </message>
    <message>
        <source>infinity cannot be typed here; type a finite number, or forbid the pair with a mask</source>
        <translation>此处不能输入无穷大；请输入有限数，或用掩码禁止这一对</translation>
    </message>
    <message>
        <source>row %1, column %2 of what was pasted is “%3”, which is no number that can stand here; nothing was changed</source>
        <translation>粘贴内容的第 %1 行第 %2 列为“%3”，不是此处可用的数字；未作任何更改</translation>
    </message>
    <message>
        <source>row %1 of what was pasted has %2 numbers, but the first has %3; all rows must be equally long</source>
        <translation>粘贴内容的第 %1 行有 %2 个数，而第一行有 %3 个；各行应等长</translation>
    </message>
    <message>
        <source>the clipboard holds no numbers; copy a block of them first</source>
        <translation>剪贴板中没有数字；请先复制一块数字</translation>
    </message>
    <message>
        <source>the tensor of shape %1 has %2 axes, but this path starts from %3</source>
        <translation>形状为 %1 的张量有 %2 个轴，但此路径应从 %3 开始</translation>
    </message>
    <message>
        <source>shape %1 holds no elements: every size must be 1 or more</source>
        <translation>形状 %1 不含元素：每一维的大小应至少为 1</translation>
    </message>
    <message>
        <source>%1 heads do not divide the width %2 of %3</source>
        <translation>%3 的宽度 %2 不能被 %1 个头整除</translation>
    </message>
    <message>
        <source>the window is %1 wide; it must be between 1 and %2</source>
        <translation>窗口宽为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>the prefix is %1 long; it must be between 1 and %2</source>
        <translation>前缀长为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>%1 has %2 axes, shape %3; it must have two to four: query or 1, key, batch or 1, heads or 1</source>
        <translation>%1 有 %2 个轴，形状为 %3；应有两到四个轴：查询或 1、键、批次或 1、头或 1</translation>
    </message>
    <message>
        <source>the first axis of %1 (query) has size %2, shape %3; it must be %4, or 1 for all queries</source>
        <translation>%1 的第一个轴（查询）大小为 %2，形状为 %3；应为 %4，或者 1（用于所有查询）</translation>
    </message>
    <message>
        <source>the second axis of %1 (key) has size %2, shape %3; it must be %4, one for each key</source>
        <translation>%1 的第二个轴（键）大小为 %2，形状为 %3；应为 %4，每个键一个</translation>
    </message>
    <message>
        <source>the third axis of %1 (batch) has size %2, shape %3; it must be %4, or 1 for all sequences</source>
        <translation>%1 的第三个轴（批次）大小为 %2，形状为 %3；应为 %4，或者 1（用于所有序列）</translation>
    </message>
    <message>
        <source>the fourth axis of %1 (heads) has size %2, shape %3; it must be %4, or 1 for all heads</source>
        <translation>%1 的第四个轴（头）大小为 %2，形状为 %3；应为 %4，或者 1（用于所有头）</translation>
    </message>
    <message>
        <source>%1 has %2 axes, shape %3; it must have three: sequence, batch, d_model</source>
        <translation>%1 有 %2 个轴，形状为 %3；应有三个轴：序列、批次、d_model</translation>
    </message>
    <message>
        <source>word %1 of the vocabulary is %2 bytes long; from 1 to %3 are possible</source>
        <translation>词表的第 %1 个词长 %2 字节；应为 1 到 %3 字节</translation>
    </message>
    <message>
        <source>“%1” must be a list of at most %2 words of at most %3 bytes</source>
        <translation>“%1”应为最多 %2 个词的列表，每个词最多 %3 字节</translation>
    </message>
    <message>
        <source>“%1” must be a list of %2 objects</source>
        <translation>“%1”应为 %2 个对象的列表</translation>
    </message>
    <message>
        <source>the number of layers is %1; it must be at least 1</source>
        <translation>层数为 %1；至少应为 1</translation>
    </message>
    <message>
        <source>d_ff is %1; it must be between 1 and %2</source>
        <translation>d_ff 为 %1；应在 1 到 %2 之间</translation>
    </message>
    <message>
        <source>all layers together would have %1 numbers and the limit is %2; use fewer layers or smaller sizes</source>
        <translation>所有层共有 %1 个数，而上限为 %2；请减少层数或减小尺寸</translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3 %4</source>
        <translation>%1 的形状为 %2；应为 %3 %4</translation>
    </message>
    <message>
        <source>d_ff is %1; it must be at least 1</source>
        <translation>d_ff 为 %1；至少应为 1</translation>
    </message>
    <message>
        <source>ε of the norms is %1; it must be greater than 0 and at most 1</source>
        <translation>归一化的 ε 为 %1；应大于 0 且不大于 1</translation>
    </message>
    <message>
        <source>the weights have %1 %2 layers and the model has %3; the numbers must be equal</source>
        <translation>权重有 %1 个 %2 层，而模型有 %3 个；两者应相等</translation>
    </message>
    <message>
        <source>there is a value_input, but the values of a stack of layers are what its keys are; leave it out</source>
        <translation>给出了 value_input，但多层模型的值与键相同；请去掉它</translation>
    </message>
    <message>
        <source>there is a key_input, but an encoder reads one sequence; leave it out, or add a decoder</source>
        <translation>给出了 key_input，但编码器只读一个序列；请去掉它，或添加解码器</translation>
    </message>
    <message>
        <source>key_input is missing; an encoder and a decoder need the source as key_input and the target as query_input</source>
        <translation>缺少 key_input；编码器加解码器需要以源序列为 key_input、目标序列为 query_input</translation>
    </message>
    <message>
        <source>there is a padding of the source, but only an encoder with a decoder has a source; leave it out</source>
        <translation>给出了源序列的填充，但只有编码器加解码器才有源序列；请去掉它</translation>
    </message>
    <message>
        <source>%1 is missing among the weights</source>
        <translation>权重中缺少 %1</translation>
    </message>
    <message>
        <source>%1 holds integers: save it as bool (true = may attend) or as float (added)</source>
        <translation>%1 中是整数：请存为布尔（真 = 允许关注）或浮点（相加）</translation>
    </message>
    <message>
        <source>%1 has shape %2: inputs are [batch, sequence, d_model] or [sequence, d_model], none of these 0</source>
        <translation>%1 的形状为 %2：输入应为 [批次, 序列, d_model] 或 [序列, d_model]，且都不为 0</translation>
    </message>
    <message>
        <source>the batch size of %1 is %2, but that of %3 is %4: they must be equal</source>
        <translation>%1 的批大小为 %2，而 %3 的为 %4：两者必须相等</translation>
    </message>
    <message>
        <source>the number of tokens of %1 is %2, but that of %3 is %4: they must be equal</source>
        <translation>%1 的词元数为 %2，而 %3 的为 %4：两者必须相等</translation>
    </message>
    <message>
        <source>the vectors of %1 have %2 numbers, but the weights of %3 take %4</source>
        <translation>%1 的向量有 %2 个数，而 %3 的权重需要 %4 个</translation>
    </message>
    <message>
        <source>one of %1 and %2 has a batch axis, the other has none: both need one, or none</source>
        <translation>%1 和 %2 中一个有批次轴，另一个没有：应都有或都没有</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be opened together: one experiment, or inputs (.npy) and weights (.safetensors)</source>
        <translation>%1 和 %2 不能一起打开：应为一个实验，或输入 (.npy) 和权重 (.safetensors)</translation>
    </message>
    <message>
        <source>%1 is an experiment of its own: open it alone</source>
        <translation>%1 本身就是一个实验：请单独打开</translation>
    </message>
    <message>
        <source>%1 is not all: %2 belongs beside it, or is chosen together with it</source>
        <translation>只有 %1 还不够：旁边还需要 %2，或与它一起选择</translation>
    </message>
    <message>
        <source>%1 has shape %2, which fits two orders of axes: as --seq-first is set, it is read as [query, key, batch]</source>
        <translation>%1 的形状 %2 符合两种轴顺序：由于设置了 --seq-first，按 [查询, 键, 批次] 读取</translation>
    </message>
    <message>
        <source>the key padding %1 holds other numbers than 0 and 1, or 0 and −∞: save it as bool, true = a real token</source>
        <translation>键填充 %1 中有 0 和 1（或 0 和 −∞）以外的数：请保存为布尔型，true = 真正的词元</translation>
    </message>
    <message>
        <source>the key padding %1 has shape %2: [batch, key] must be %3</source>
        <translation>键填充 %1 的形状为 %2：[批次, 键] 应为 %3</translation>
    </message>
    <message>
        <source>is %1 inverted? As read, true means &quot;may attend&quot;, and no token may look at itself. If true means &quot;masked&quot; there, as in nn.MultiheadAttention, add --mask-means masked; if not, --mask-means may-attend ends this question</source>
        <translation>%1 是否反了？按所读，真表示“允许关注”，且没有词元能看自己。如果那里真表示“屏蔽”，如 nn.MultiheadAttention，请加 --mask-means masked；否则 --mask-means may-attend 可免去此问</translation>
    </message>
    <message>
        <source>is %1 inverted? As read, true means &quot;a real token&quot;, and every sequence begins with padding. If true means &quot;masked&quot; there, as in nn.MultiheadAttention, add --mask-means masked; if not, --mask-means may-attend ends this question</source>
        <translation>%1 是否反了？按所读，真表示“真实词元”，且每个序列都以填充开头。如果那里真表示“屏蔽”，如 nn.MultiheadAttention，请加 --mask-means masked；否则 --mask-means may-attend 可免去此问</translation>
    </message>
    <message>
        <source>does %1 say who may attend? It holds floats, which are added to the scores, but nothing except 0 and 1. Save it as bool if so</source>
        <translation>%1 说的是谁可以关注吗？其中是会加到得分上的浮点数，但只有 0 和 1。如果是，请存为布尔</translation>
    </message>
    <message>
        <source>there are words for %1 sequences, but the attention weights have %2</source>
        <translation>有 %1 个序列的词，而注意力权重有 %2 个序列</translation>
    </message>
    <message>
        <source>a sequence has %1 words, but the attention weights have room for %2</source>
        <translation>一个序列有 %1 个词，而注意力权重只有 %2 个位置</translation>
    </message>
    <message>
        <source>attention weights have shape %1: [batch, heads, query, key] is needed, none of these 0</source>
        <translation>注意力权重的形状为 %1：应为 [批次, 头, 查询, 键]，且都不为 0</translation>
    </message>
    <message>
        <source>the mask %1 has shape %2: [query, key] must be %3, before it [batch] or [batch, heads] = %4 (each may be 1)</source>
        <translation>掩码 %1 的形状为 %2：[query, key] 应为 %3，前面可有 [batch] 或 [batch, heads] = %4（均可为 1）</translation>
    </message>
    <message>
        <source>the animation was cancelled</source>
        <translation>动画已取消</translation>
    </message>
    <message>
        <source>the animation cannot be encoded: there is not enough memory</source>
        <translation>动画无法编码：内存不足</translation>
    </message>
    <message>
        <source>a GIF cannot be %1 × %2 pixels large: each side takes 1 to %3</source>
        <translation>GIF 不能是 %1 × %2 像素：每边可为 1 到 %3</translation>
    </message>
    <message>
        <source>shape %1 holds more than %2 elements</source>
        <translation>形状 %1 的元素超过 %2 个</translation>
    </message>
    <message>
        <source>this experiment has no heads to split or merge: take arange</source>
        <translation>这个实验没有可以拆分或合并的头：请改用 arange</translation>
    </message>
    <message>
        <source>the mask holds in the decoder&apos;s self-attention; here only padding is masked</source>
        <translation>掩码用于解码器的自注意力；此处只屏蔽填充</translation>
    </message>
    <message>
        <source>there is one attention only; a stack of layers has several</source>
        <translation>这里只有一个注意力；多层堆叠才有好几个</translation>
    </message>
    <message>
        <source>this block has no heads, it is no attention</source>
        <translation>这一块没有注意力头，它不是注意力</translation>
    </message>
    <message>
        <source>this block is no norm</source>
        <translation>这一块不是归一化</translation>
    </message>
    <message>
        <source>painting needs plain attention: in a stack of layers the inputs of a head change with the layers before it</source>
        <translation>绘制需要单独的注意力：在多层堆叠中，头的输入会随前面各层而变化</translation>
    </message>
    <message>
        <source>d_k is %1: a whole number from 1 to d_model, %2, is needed</source>
        <translation>d_k 为 %1：需要 1 到 d_model（%2）之间的整数</translation>
    </message>
    <message>
        <source>the scale is 0: all scores are 0 then, whatever the weights are</source>
        <translation>缩放为 0：无论权重是什么，所有得分都是 0</translation>
    </message>
    <message>
        <source>%1 starts: from 1 to %2 are possible</source>
        <translation>%1 次起步：可以是 1 到 %2 次</translation>
    </message>
    <message>
        <source>%1 steps: from 0 to %2 are possible</source>
        <translation>%1 步：可以是 0 到 %2 步</translation>
    </message>
    <message>
        <source>the learning rate is %1: a number above 0 is needed</source>
        <translation>学习率为 %1：需要大于 0 的数</translation>
    </message>
    <message>
        <source>the largest weight is %1: a number above 0 is needed, or 0 for no bound</source>
        <translation>最大权重为 %1：需要大于 0 的数，0 表示不设上限</translation>
    </message>
    <message>
        <source>nothing is painted: no row of the target asks for anything</source>
        <translation>什么都没有画：目标中没有一行提出要求</translation>
    </message>
    <message>
        <source>the search for weights was cancelled</source>
        <translation>对权重的搜索已取消</translation>
    </message>
    <message>
        <source>the inputs are so large that no start has a finite score</source>
        <translation>输入太大，任何一次起步都没有有限的得分</translation>
    </message>
    <message>
        <source>painting needs a mask that only forbids: this one adds numbers to the scores</source>
        <translation>绘制需要只做禁止的掩码：这个掩码会给得分加上数值</translation>
    </message>
    <message>
        <source>there is no sequence %1: there are %2</source>
        <translation>没有第 %1 个序列：共有 %2 个</translation>
    </message>
    <message>
        <source>there is no head %1: there are %2</source>
        <translation>没有第 %1 个头：共有 %2 个</translation>
    </message>
    <message>
        <source>target[%1, %2] is %3: a weight from 0 to 1 is needed</source>
        <translation>target[%1, %2] 为 %3：需要 0 到 1 之间的权重</translation>
    </message>
    <message>
        <source>target[%1, %2] is %3, but the mask forbids this query to look at this key</source>
        <translation>target[%1, %2] 为 %3，但掩码禁止这个查询看这个键</translation>
    </message>
    <message>
        <source>target[%1, :] sums to %2: 1 is needed, or 0 where nothing is asked of the row</source>
        <translation>target[%1, :] 之和为 %2：需要为 1；若对该行没有要求则为 0</translation>
    </message>
    <message>
        <source>the target is all zeros: no row of it asks for anything</source>
        <translation>目标全为零：没有一行提出要求</translation>
    </message>
    <message>
        <source>%1: “%2” is missing or is not what it should be</source>
        <translation>%1：缺少“%2”，或其内容不对</translation>
    </message>
    <message>
        <source>at step %1 the loss is no longer a number or has grown beyond all measure; a learning rate below %2 may help</source>
        <translation>第 %1 步的损失已不是数或大得失去意义；低于 %2 的学习率或许有用</translation>
    </message>
    <message>
        <source>a batch has %1 sentences and there are %2 to learn from; make the batch smaller</source>
        <translation>一批有 %1 个句子，而可供学习的只有 %2 个：请减小批量</translation>
    </message>
    <message>
        <source>the saved state of the training does not fit its recipe</source>
        <translation>保存的训练状态与其设置不符</translation>
    </message>
    <message>
        <source>“%1” is %2; it must be between %3 and %4</source>
        <translation>“%1”为 %2；它必须在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>there are %1 steps: nothing would be learnt; at least 1 is needed</source>
        <translation>步数为 %1：什么也学不到；至少需要 1 步</translation>
    </message>
    <message>
        <source>there are no data: nothing can be learnt</source>
        <translation>没有数据：无从学习</translation>
    </message>
    <message>
        <source>there is only one sentence: at least two are needed, one to learn from and one that is held out</source>
        <translation>只有一个句子：至少需要两个，一个用来学习，一个留作检验</translation>
    </message>
    <message>
        <source>line %1 has more than %2 words; make two lines of it</source>
        <translation>第 %1 行超过 %2 个词；请拆成两行</translation>
    </message>
    <message>
        <source>“%1” does not occur in the data, so the model has no embedding for it</source>
        <translation>数据中没有“%1”，因此模型没有它的嵌入</translation>
    </message>
    <message>
        <source>the text has %1 bytes and the limit is %2; use a part of it</source>
        <translation>文本有 %1 字节，上限为 %2：请只用其中一部分</translation>
    </message>
    <message>
        <source>line %1: “%2” is not a pair of places that the line has, such as 0-0</source>
        <translation>第 %1 行：“%2”不是该行中存在的一对位置（例如 0-0）</translation>
    </message>
    <message>
        <source>line %1 is no pair: a sentence, a tab or “ = ”, and its translation are needed</source>
        <translation>第 %1 行不是句对：需要一个句子、一个制表符或“ = ”以及它的译文</translation>
    </message>
    <message>
        <source>line %1: “%2” is no relation; there are %3</source>
        <translation>第 %1 行：“%2”不是关系名；可用的有 %3</translation>
    </message>
    <message>
        <source>byte %1 of the text is no UTF-8; save the text as UTF-8</source>
        <translation>文本的第 %1 个字节不是 UTF-8；请将文本存为 UTF-8</translation>
    </message>
    <message>
        <source>the warm-up has %1 steps; it must have 0 or more</source>
        <translation>预热为 %1 步；它不能小于 0</translation>
    </message>
    <message>
        <source>painting is for up to %1 tokens; here are %2</source>
        <translation>绘制最多支持 %1 个词元；这里有 %2 个</translation>
    </message>
    <message>
        <source>step %1 of the descent leads to numbers that are no longer finite; a learning rate below %2 may help</source>
        <translation>下降的第 %1 步得到了不再有限的数；把学习率降到 %2 以下或许有用</translation>
    </message>
    <message>
        <source>there is nothing to export yet: paint something and let a head look for it</source>
        <translation>还没有可以导出的内容：先画一些，再让一个头去寻找</translation>
    </message>
    <message>
        <source>a figure is from %1x%2 to %3x%3 pixels large</source>
        <translation>图的大小从 %1x%2 到 %3x%3 像素</translation>
    </message>
    <message>
        <source>the training that this file keeps is damaged at “%1” and cannot be shown; all else of the file is there</source>
        <translation>此文件保存的训练在“%1”处已损坏，无法显示；文件的其余内容都在</translation>
    </message>
    <message>
        <source>there is nothing to export yet: start the training</source>
        <translation>还没有可以导出的内容：请先开始训练</translation>
    </message>
    <message>
        <source>&quot;%1&quot; ends in none of %2</source>
        <translation>“%1”的结尾不是 %2 中的任何一个</translation>
    </message>
    <message>
        <source>this does not fit the page with type of %1 pt: choose a larger page, fewer heads, or a free size</source>
        <translation>以 %1 磅的字号，本页放不下：请选更大的页面、更少的头，或自定尺寸</translation>
    </message>
    <message>
        <source>there is nothing to compare: A or B has no such matrix</source>
        <translation>没有可比较的内容：A 或 B 没有这样的矩阵</translation>
    </message>
    <message>
        <source>in the pinned state “%1”: %2</source>
        <translation>在固定的状态“%1”中：%2</translation>
    </message>
    <message>
        <source>there are no attention weights to draw</source>
        <translation>没有可画的注意力权重</translation>
    </message>
    <message>
        <source>there are no layers to draw</source>
        <translation>没有可画的层</translation>
    </message>
    <message>
        <source>there are no attention weights to lay on a text</source>
        <translation>没有可铺到文本上的注意力权重</translation>
    </message>
    <message>
        <source>there are no controls called “%1”; a profile is %2, %3, or some of %4 with commas between</source>
        <translation>没有名为“%1”的控件；配置为 %2、%3，或以逗号分隔的若干项：%4</translation>
    </message>
    <message>
        <source>%1 cannot be typed over; scores, scaled_scores, masked_scores, attention_weights and dropped_weights can</source>
        <translation>%1 不能改写；可以改写的是 scores、scaled_scores、masked_scores、attention_weights 和 dropped_weights</translation>
    </message>
    <message>
        <source>%1 is typed twice; one number can stand there</source>
        <translation>%1 被改写了两次；那里只能有一个数</translation>
    </message>
    <message>
        <source>%1 numbers are typed already; restore one before another is typed</source>
        <translation>已经改写了 %1 个数；再输入之前请先还原一个</translation>
    </message>
    <message>
        <source>“%1” must be a whole number from 0 to %2</source>
        <translation>“%1”必须是 0 到 %2 的整数</translation>
    </message>
    <message>
        <source>“%1” must be a list of %2 objects at most</source>
        <translation>“%1”必须是最多 %2 个对象的列表</translation>
    </message>
    <message>
        <source>there is no head %1; there are %2</source>
        <translation>没有头 %1；共有 %2 个头</translation>
    </message>
    <message>
        <source>to set heads side by side, all %1 of them have to be on the sheet</source>
        <translation>要把各头并排拼接，全部 %1 个头都须在练习纸上</translation>
    </message>
    <message>
        <source>nothing is masked here: leave out the step &quot;masked&quot;</source>
        <translation>这里没有掩码：请去掉步骤“masked”</translation>
    </message>
    <message>
        <source>there is no attention here to compute on paper</source>
        <translation>这里没有可以在纸上计算的注意力</translation>
    </message>
    <message>
        <source>a sheet needs a step at least</source>
        <translation>练习纸至少需要一个步骤</translation>
    </message>
    <message>
        <source>--sequence takes a number from 1 to %1, not &quot;%2&quot;</source>
        <translation>--sequence 应是 1 到 %1 的数，而不是“%2”</translation>
    </message>
    <message>
        <source>%1 blanks can be asked on this sheet, not %2: ask for fewer, or take more steps, tokens or heads</source>
        <translation>这张练习纸最多可留 %1 个方框，而不是 %2 个：请少留一些，或增加步骤、词元或头</translation>
    </message>
    <message>
        <source>a sheet needs a token at least</source>
        <translation>练习纸至少需要一个词元</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has numbers of 6 digits and more, which nobody computes with on paper</source>
        <translation>“%1”中有6 位以上的数，没有人会在纸上计算它们</translation>
    </message>
    <message>
        <source>--scope is &quot;%1&quot;, but this computation is one attention alone: leave it out</source>
        <translation>--scope 是“%1”，但此计算只有一个注意力：请去掉它</translation>
    </message>
    <message>
        <source>there is no block &quot;%1&quot;; there are %2</source>
        <translation>没有模块“%1”；有 %2</translation>
    </message>
    <message>
        <source>on a sheet there is room for %1 tokens, not for %2: take the first 4</source>
        <translation>练习纸上放得下 %1 个词元，放不下 %2 个：请取前 4 个</translation>
    </message>
    <message>
        <source>this does not fit two pages: take fewer tokens (such as 4), one head, fewer steps or fewer blanks</source>
        <translation>两页放不下：请减少词元（例如 4 个）、只取一个头、减少步骤或方框</translation>
    </message>
    <message>
        <source>“%1” cannot be read from its character %2 on</source>
        <translation>“%1”从第 %2 个字符起读不懂</translation>
    </message>
    <message>
        <source>the lesson&apos;s edit “%1” is not possible here</source>
        <translation>课程里的修改“%1”在这里行不通</translation>
    </message>
    <message>
        <source>the text of the lesson cannot be read from “%1” on</source>
        <translation>课文从“%1”起读不懂</translation>
    </message>
    <message>
        <source>the expressions of the lesson take %1 steps, each name of “let” with its own; at most %2 are allowed</source>
        <translation>课程的表达式一共要算 %1 步（“let”里的名字连同它自己的步数一起算）；最多允许 %2 步</translation>
    </message>
    <message>
        <source>what the lesson finds takes up to %1 steps, at most %2 are allowed: let “find” go over fewer names</source>
        <translation>课程要找的东西最多要算 %1 步，只允许 %2 步：请让“find”少遍历几个名字</translation>
    </message>
    <message>
        <source>“%1”: a lesson has at most %2 edits</source>
        <translation>“%1”：一课最多有 %2 个改动</translation>
    </message>
    <message>
        <source>a lesson has no member “%1”</source>
        <translation>课程里没有“%1”这个成员</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>“%1”: a lesson knows no “%2”</source>
        <translation>“%1”：课程不认识“%2”</translation>
    </message>
    <message>
        <source>“%1”: a lesson knows no function “%2” of %3</source>
        <translation>“%1”：课程不认识带 %3 个参数的函数“%2”</translation>
    </message>
    <message>
        <source>“%1”: the lesson has no mark “%2”</source>
        <translation>“%1”：课程里没有标记“%2”</translation>
    </message>
    <message>
        <source>a lesson file has at most %1 bytes</source>
        <translation>课程文件最多 %1 字节</translation>
    </message>
    <message>
        <source>this is not a HeadScope lesson; such a file is a JSON object with &quot;format&quot;: &quot;%1&quot;</source>
        <translation>这不是 HeadScope 的课程；这种文件是一个 JSON 对象，其中有 &quot;format&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>there is no example “%1” for the lesson to begin on</source>
        <translation>课程要用的示例“%1”不存在</translation>
    </message>
    <message>
        <source>this block computes nothing</source>
        <translation>这个模块什么也不计算</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has %2 rows and %3 columns; on a sheet there is room for %4: take fewer tokens</source>
        <translation>“%1”有 %2 行 %3 列；练习纸上最多放得下 %4：请减少词元</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has %2 rows and %3 columns; on a sheet there is room for %4: practise steps that do without it, such as softmax alone</source>
        <translation>“%1”有 %2 行 %3 列；练习纸上最多放得下 %4：请只练习用不到它的步骤，例如只练 softmax</translation>
    </message>
    <message>
        <source>%1 is typed, but there is no such attention</source>
        <translation>%1 被改写，但没有这个注意力</translation>
    </message>
    <message>
        <source>%1 is typed, but nothing is dropped; type one of attention_weights</source>
        <translation>%1 被改写，但没有丢弃；请改写 attention_weights 中的数</translation>
    </message>
    <message>
        <source>%1 is typed, but the shape is %2 (batch, heads, query, key)</source>
        <translation>%1 被改写，但形状是 %2（批次、头、查询、键）</translation>
    </message>
    <message>
        <source>number %1 of “held” in the file: %2. Correct it there (places count from 0), or take it out</source>
        <translation>文件中“held”的第 %1 个数：%2。请在文件中改正（位置从 0 数起），或者删去它</translation>
    </message>
    <message>
        <source>numbers %1 and %2 of “held” in the file stand at one place; take one of them out</source>
        <translation>文件中“held”的第 %1 个数和第 %2 个数在同一位置；请删去其中一个</translation>
    </message>
    <message>
        <source>the output is made of the contexts of all heads: to practise both, all %1 of them have to be on the sheet</source>
        <translation>输出由所有头的上下文得来：要同时练习二者，全部 %1 个头都要在练习纸上</translation>
    </message>
    <message>
        <source>the added tokens “%1” and “%2” have the same id, %3</source>
        <translation>附加词元“%1”和“%2”的编号相同，都是 %3</translation>
    </message>
    <message>
        <source>the merge number %1, of “%2” and “%3”, is made of or makes what is no token; one of the tokenizer&apos;s files is damaged or belongs to another model</source>
        <translation>第 %1 条合并规则（“%2”与“%3”）的组成部分或结果不是词元；分词器的某个文件已损坏，或属于另一个模型</translation>
    </message>
    <message>
        <source>“precompiled_charsmap” of the tokenizer is no map of characters of SentencePiece</source>
        <translation>分词器的“precompiled_charsmap”不是 SentencePiece 的字符映射表</translation>
    </message>
    <message>
        <source>“%1” has more than %2 steps</source>
        <translation>“%1”的步骤超过 %2 个</translation>
    </message>
    <message>
        <source>the tokenizer has the decoder “%1”, which is not known here</source>
        <translation>分词器使用解码器“%1”，这里不认识它</translation>
    </message>
    <message>
        <source>the normalizer of the tokenizer makes this text more than %1 times as long</source>
        <translation>分词器的规范化会使这段文本变长到 %1 倍以上</translation>
    </message>
    <message>
        <source>the tokenizer has the normalizer “%1”, which is not known here</source>
        <translation>分词器使用规范化器“%1”，这里不认识它</translation>
    </message>
    <message>
        <source>the pattern “%1” uses “%2”, which would mean something else here than in the library that the tokenizer was made with</source>
        <translation>模式“%1”用到“%2”，它在这里的含义与制作该分词器的程序库不同</translation>
    </message>
    <message>
        <source>“%1” is no pattern that is understood here: %2</source>
        <translation>“%1”不是这里能理解的模式：%2</translation>
    </message>
    <message>
        <source>the pattern “%1” of the tokenizer takes too long for this text (%2)</source>
        <translation>分词器的模式“%1”处理这段文本耗时过长（%2）</translation>
    </message>
    <message>
        <source>the pre-tokenizer makes this text more than %1 times as long</source>
        <translation>预分词器会使这段文本变长到 %1 倍以上</translation>
    </message>
    <message>
        <source>“%1” is “%2”; %3 is known here</source>
        <translation>“%1”是“%2”；这里认识的是 %3</translation>
    </message>
    <message>
        <source>the tokenizer has the pre-tokenizer “%1”, which is not known here</source>
        <translation>分词器使用预分词器“%1”，这里不认识它</translation>
    </message>
    <message>
        <source>this is no model of SentencePiece, or it is damaged</source>
        <translation>这不是 SentencePiece 模型，或者它已损坏</translation>
    </message>
    <message>
        <source>the token “%1” has the id %2; ids go from 0 to %3 here</source>
        <translation>词元“%1”的编号是 %2；这里的编号从 0 到 %3</translation>
    </message>
    <message>
        <source>the text has %1 bytes; at most %2 can be cut into tokens</source>
        <translation>文本有 %1 字节；最多能把 %2 字节切分成词元</translation>
    </message>
    <message>
        <source>“%1” must be a list, but is %2</source>
        <translation>“%1”必须是列表，但它是 %2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; no tokenizer is that large</source>
        <translation>%1 有 %2 字节；没有这么大的分词器</translation>
    </message>
    <message>
        <source>the merge number %1 of the tokenizer, “%2”, is no pair of tokens; its file is damaged</source>
        <translation>分词器的第 %1 条合并规则“%2”不是一对词元；它的文件已损坏</translation>
    </message>
    <message>
        <source>the unknown token “%1” is not in the vocabulary</source>
        <translation>未知词元“%1”不在词表中</translation>
    </message>
    <message>
        <source>a tokenizer of the class “%1” gives other ids than its SentencePiece model; its tokenizer.json is needed beside it</source>
        <translation>“%1”类分词器的编号与它的 SentencePiece 模型不同；旁边需要有它的 tokenizer.json</translation>
    </message>
    <message>
        <source>%1 is no folder; that of a model is needed, with the files of its tokenizer</source>
        <translation>%1 不是文件夹；需要模型的文件夹，其中有分词器的文件</translation>
    </message>
    <message>
        <source>a tokenizer of the class “%1” is not known here without its tokenizer.json</source>
        <translation>没有 tokenizer.json，这里不认识“%1”类分词器</translation>
    </message>
    <message>
        <source>%1 holds no tokenizer: tokenizer.json, vocab.json with merges.txt, vocab.txt or tokenizer.model is needed</source>
        <translation>%1 里没有分词器：需要 tokenizer.json、vocab.json 加 merges.txt、vocab.txt 或 tokenizer.model</translation>
    </message>
    <message>
        <source>the token “%1” of the vocabulary has no whole number as its id, but %2</source>
        <translation>词表中词元“%1”的编号不是整数，而是 %2</translation>
    </message>
    <message>
        <source>the token number %1 of the vocabulary is no pair of a text and a number</source>
        <translation>词表的第 %1 个词元不是由文本和数字组成的一对</translation>
    </message>
    <message>
        <source>the tokenizer has the model “%1”; BPE, WordPiece, WordLevel and Unigram are known here</source>
        <translation>分词器的模型是“%1”；这里认识的是 BPE、WordPiece、WordLevel 和 Unigram</translation>
    </message>
    <message>
        <source>the vocabulary of the tokenizer is empty</source>
        <translation>分词器的词表是空的</translation>
    </message>
    <message>
        <source>the tokenizer draws which merges it leaves out (dropout): the same text would have other tokens each time</source>
        <translation>分词器随机略去一些合并规则（dropout）：同一段文本每次会得到不同的词元</translation>
    </message>
    <message>
        <source>“%1” must be a token and its id</source>
        <translation>“%1”必须是一个词元及其编号</translation>
    </message>
    <message>
        <source>the post-processor puts in “%1” and does not say which token that is</source>
        <translation>后处理器插入“%1”，却没有说明它是哪个词元</translation>
    </message>
    <message>
        <source>the post-processor must have the text once, and has it %1 times</source>
        <translation>后处理器必须恰好包含文本一次，但它包含了 %1 次</translation>
    </message>
    <message>
        <source>the tokenizer has the post-processor “%1”, which is not known here</source>
        <translation>分词器使用后处理器“%1”，这里不认识它</translation>
    </message>
    <message>
        <source>this is no tokenizer: its JSON has no member “model”</source>
        <translation>这不是分词器：它的 JSON 没有成员“model”</translation>
    </message>
    <message>
        <source>line %1, column %2 is not JSON</source>
        <translation>第 %1 行第 %2 列不是 JSON</translation>
    </message>
    <message>
        <source>the file has more than %1 values</source>
        <translation>文件里的值超过 %1 个</translation>
    </message>
    <message>
        <source>arrays and objects are nested more than %1 deep</source>
        <translation>数组和对象的嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the text is no UTF-8 at byte %1 (such places: %2); U+FFFD stands there now</source>
        <translation>文本在第 %1 字节处不是 UTF-8（共 %2 处），那里已换成 U+FFFD</translation>
    </message>
    <message>
        <source>the token with the id %1 has %2 bytes; at most %3 are possible here</source>
        <translation>编号为 %1 的词元有 %2 字节；这里最多 %3 字节</translation>
    </message>
    <message>
        <source>%1 is no file but a pipe or a device</source>
        <translation>%1 不是文件，而是管道或设备</translation>
    </message>
    <message>
        <source>%1 is a link out of its folder, to %2: put the file itself there</source>
        <translation>%1 是指向文件夹之外（%2）的链接：请把文件本身放进来</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read</source>
        <translation>%1 有 %2 字节；最多读取 %3 字节</translation>
    </message>
    <message>
        <source>%1 is no UTF-8</source>
        <translation>%1 不是 UTF-8</translation>
    </message>
    <message>
        <source>%1 has %2 snapshots of a model: open one of them</source>
        <translation>%1 有一个模型的 %2 个快照：请打开其中一个</translation>
    </message>
    <message>
        <source>%1 is no folder: the folder of a model has config.json and model.safetensors</source>
        <translation>%1 不是文件夹：模型的文件夹里有 config.json 和 model.safetensors</translation>
    </message>
    <message>
        <source>%1 has a .gguf, whose numbers are packed for llama.cpp: the folder with config.json and model.safetensors of the same model is needed</source>
        <translation>%1 里是 .gguf，其数值为 llama.cpp 压缩过：需要同一模型带有 config.json 和 model.safetensors 的文件夹</translation>
    </message>
    <message>
        <source>%1 has an adapter without its model: merge it (merge_and_unload) and save the whole</source>
        <translation>%1 只有适配器而没有模型：请合并（merge_and_unload）后整体保存</translation>
    </message>
    <message>
        <source>%1 has no config.json: the folder of a model has that and model.safetensors</source>
        <translation>%1 没有 config.json：模型的文件夹里有它和 model.safetensors</translation>
    </message>
    <message>
        <source>%1 has no tensor %2, though the index says that it lies there</source>
        <translation>%1 里没有张量 %2，尽管索引说它在那里</translation>
    </message>
    <message>
        <source>%1 is missing, one of %2 files of the model</source>
        <translation>缺少 %1，它是模型 %2 个文件之一</translation>
    </message>
    <message>
        <source>%1 has neither model.safetensors nor pytorch_model.bin</source>
        <translation>%1 既没有 model.safetensors，也没有 pytorch_model.bin</translation>
    </message>
    <message>
        <source>%1 has no %2</source>
        <translation>%1 没有 %2</translation>
    </message>
    <message>
        <source>%1: %2 is %3: a whole number from 1 to %4 is needed</source>
        <translation>%1：%2 是 %3：需要 1 到 %4 的整数</translation>
    </message>
    <message>
        <source>%1: %2 is %3: true or false is needed</source>
        <translation>%1：%2 是 %3：需要 true 或 false</translation>
    </message>
    <message>
        <source>%1: %2 is %3: a number above 0 is needed</source>
        <translation>%1：%2 是 %3：需要大于 0 的数</translation>
    </message>
    <message>
        <source>%1 names no model_type, and the names of the tensors are those of none that is known here: %2</source>
        <translation>%1 没有写 model_type，张量的名字也不属于这里认识的任何一种：%2</translation>
    </message>
    <message>
        <source>%1 is a model of the type &quot;%2&quot;; known here are %3</source>
        <translation>%1 是“%2”类型的模型；这里认识的有 %3</translation>
    </message>
    <message>
        <source>%1 asks for the activation &quot;%2&quot;; known here are %3</source>
        <translation>%1 要求激活函数“%2”；这里认识的有 %3</translation>
    </message>
    <message>
        <source>%1 is a model whose numbers are packed (%2); F32, F16 and BF16 are read</source>
        <translation>%1 是数值经过压缩（%2）的模型；可读 F32、F16 和 BF16</translation>
    </message>
    <message>
        <source>%1 asks for positions of the kind &quot;%2&quot;; known here is absolute</source>
        <translation>%1 要求“%2”类型的位置；这里认识 absolute</translation>
    </message>
    <message>
        <source>%1 is no JSON object</source>
        <translation>%1 不是 JSON 对象</translation>
    </message>
    <message>
        <source>%1 has no tensor %2, which a model of the type %3 needs</source>
        <translation>%1 没有张量 %2，而 %3 类型的模型需要它</translation>
    </message>
    <message>
        <source>%1 of %2 is %3, but config.json makes it %4</source>
        <translation>%2 的 %1 是 %3，但按 config.json 应为 %4</translation>
    </message>
    <message>
        <source>there is no word to read</source>
        <translation>没有可读的词</translation>
    </message>
    <message>
        <source>id %1 is none of the model: it has the ids 0 to %2</source>
        <translation>id %1 不属于这个模型：它的 id 为 0 到 %2</translation>
    </message>
    <message>
        <source>these are %1 words; the model has places for %2</source>
        <translation>这里有 %1 个词；模型只有 %2 个位置</translation>
    </message>
    <message>
        <source>%1 has no output head: it cannot say which word comes next</source>
        <translation>%1 没有输出头：它不能说出下一个词</translation>
    </message>
    <message>
        <source>%1 fills in words that are masked and does not say which word comes next</source>
        <translation>%1 填补被遮住的词，不会说出下一个词</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no id: this model has no tokenizer, it reads ids such as 15, 3, 7</source>
        <translation>“%1”不是 id：这个模型没有分词器，它读 id，如 15, 3, 7</translation>
    </message>
    <message>
        <source>it is about one attention; here is a whole model</source>
        <translation>它讲的是单独一个注意力；这里是整个模型</translation>
    </message>
    <message>
        <source>it is about weights that are freshly drawn, as before any training; here they are not</source>
        <translation>它讲的是刚刚随机抽取、还没有训练过的权重；这里的不是</translation>
    </message>
    <message>
        <source>it is about heads that are narrower than a word; here one head is as wide</source>
        <translation>它讲的是比词更窄的头；这里一个头就和词一样宽</translation>
    </message>
    <message>
        <source>it doubles the heads, and d_model cannot be shared out among twice as many as here</source>
        <translation>它要把头加一倍，而 d_model 没法平分给多一倍的头</translation>
    </message>
    <message>
        <source>what you had was computed elsewhere, and cannot be computed anew here</source>
        <translation>你原来的内容是别处算好的，在这里不能重新计算</translation>
    </message>
    <message>
        <source>the matrix has %1 rows and %2 columns, not those that are asked for</source>
        <translation>矩阵有 %1 行 %2 列，没有所要的部分</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no mean of several heads</source>
        <translation>“%1”没有多个头的平均</translation>
    </message>
    <message>
        <source>%1 has no array called %2, but %3</source>
        <translation>%1 中没有名为 %2 的数组，只有 %3</translation>
    </message>
    <message>
        <source>of %1 only the inputs are read; left out: %2</source>
        <translation>%1 中只读取输入；略去：%2</translation>
    </message>
    <message>
        <source>%1 rows name so few of the pairs of their places that they are no table of weights</source>
        <translation>%1 行只给出了其位置对中极少的一部分，不是权重表</translation>
    </message>
    <message>
        <source>row %1 names a pair that a row before it has named</source>
        <translation>第 %1 行给出的位置对在之前的行中已经出现</translation>
    </message>
    <message>
        <source>%1 is a pickle, which may run code where it is loaded, and is not read: in Python, numpy.savez(&quot;attention.npz&quot;, *layers) saves its arrays</source>
        <translation>%1 是 pickle 文件，加载时可能执行代码，因此不读取：在 Python 中用 numpy.savez(&quot;attention.npz&quot;, *layers) 保存其中的数组</translation>
    </message>
    <message>
        <source>rotary positions turn queries and keys here; that is nothing to compute on paper</source>
        <translation>这里的旋转位置会旋转查询和键；这不适合在纸上计算</translation>
    </message>
    <message>
        <source>θ of the rotary positions is %1; it must be greater than 1 and at most 1000000000</source>
        <translation>旋转位置的 θ 是 %1；它必须大于 1 且不超过 1000000000</translation>
    </message>
    <message>
        <source>d_k is %1; rotary positions turn pairs of numbers, so it must be even</source>
        <translation>d_k 是 %1；旋转位置旋转成对的数，所以它必须是偶数</translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have one column for each word of the vocabulary</source>
        <translation>%1 的形状是 %2；词汇表中每个词必须有一列</translation>
    </message>
    <message>
        <source>“%1” has %2 words and “%3” has %4 columns; there must be one for each word</source>
        <translation>“%1”有 %2 个词，“%3”有 %4 列；每个词应有一列</translation>
    </message>
    <message>
        <source>painting fits a head without rotary positions; switch them off in Setup</source>
        <translation>绘制拟合的是没有旋转位置的头；请在设置中关闭旋转位置</translation>
    </message>
    <message>
        <source>%1: high_freq_factor %2 is not above low_freq_factor %3</source>
        <translation>%1：high_freq_factor %2 不大于 low_freq_factor %3</translation>
    </message>
    <message>
        <source>%1 asks for rotary positions of the kind &quot;%2&quot;; known here are default, linear and llama3</source>
        <translation>%1 要求“%2”类型的旋转位置；这里认识 default、linear 和 llama3</translation>
    </message>
    <message>
        <source>%1: %2 heads of keys do not divide the %3 heads of the queries</source>
        <translation>%1：%2 个键的头不能整除 %3 个查询的头</translation>
    </message>
    <message>
        <source>%1 turns only a part of each head (partial_rotary_factor %2), which is not known here</source>
        <translation>%1 只旋转每个头的一部分（partial_rotary_factor %2），这里还不支持</translation>
    </message>
    <message>
        <source>%1 translates; heads are switched off in models of one stack alone</source>
        <translation>%1 是翻译模型；只有单一堆栈的模型可以关闭头</translation>
    </message>
    <message>
        <source>%1 has the layers of a %2; no file says their activation and where their norms stand: taken are %3 and %4 (--activation, --placement)</source>
        <translation>%1 里是 %2 的层；文件不说明它们的激活函数和归一化的位置：取 %3 和 %4（--activation、--placement）</translation>
    </message>
    <message>
        <source>of %1 only the layers are read; left out: %2</source>
        <translation>%1 里只读这些层；没有读：%2</translation>
    </message>
    <message>
        <source>%1: %2 is %3; the first layer makes it %4</source>
        <translation>%1：%2 是 %3；按第一层应为 %4</translation>
    </message>
    <message>
        <source>it has no weight_map, which says in which file each tensor lies</source>
        <translation>没有 weight_map；它说明每个张量在哪个文件里</translation>
    </message>
    <message>
        <source>it names no file for tensor %1</source>
        <translation>没有给出张量 %1 的文件</translation>
    </message>
    <message>
        <source>it names the file &quot;%1&quot;, which is none of its folder</source>
        <translation>给出的文件“%1”不在它的文件夹里</translation>
    </message>
    <message>
        <source>it takes at most %1 words that look (queries); here is the number: %2</source>
        <translation>它最多用 %1 个去看的词（查询）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it needs heads of at least %1 numbers (d_k); here is the number: %2</source>
        <translation>它要求每个头至少有 %1 个数（d_k）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it takes heads of at most %1 numbers (d_k); here is the number: %2</source>
        <translation>它要求每个头最多有 %1 个数（d_k）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it needs heads of at least %1 numbers together (heads · d_k); here is the number: %2</source>
        <translation>它要求所有的头合起来至少有 %1 个数（heads · d_k）；这里的个数：%2</translation>
    </message>
    <message>
        <source>it needs words of at least %1 numbers (d_model); here is the number: %2</source>
        <translation>它要求每个词至少有 %1 个数（d_model）；这里的个数：%2</translation>
    </message>
    <message>
        <source>there is no head %1 in %2 of this model</source>
        <translation>这个模型的 %2 里没有头 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no file of words; words themselves are a text such as &quot;The cat sat&quot;, or [&quot;The&quot;, &quot;cat&quot;]</source>
        <translation>“%1”不是词的文件；直接写词时，用一段文字，如 &quot;The cat sat&quot;，或 [&quot;The&quot;, &quot;cat&quot;]</translation>
    </message>
    <message>
        <source>only a trained model that predicts tokens has something to say at each layer</source>
        <translation>只有会预测词元的训练好的模型，每一层才有话可说</translation>
    </message>
    <message>
        <source>there is no trained model that predicts to be drawn</source>
        <translation>没有会预测的训练好的模型可画</translation>
    </message>
    <message>
        <source>this needs a trained model of one stack that says a token</source>
        <translation>这需要一个会说出词元的单栈训练好的模型</translation>
    </message>
    <message>
        <source>only heads of trained models can be switched off</source>
        <translation>只有训练好的模型的头可以关掉</translation>
    </message>
    <message>
        <source>what each layer would say is not there yet</source>
        <translation>每一层会说什么还没有算出来</translation>
    </message>
    <message>
        <source>heads of this model have no shares of a logit; none was tried yet</source>
        <translation>这个模型的头没有 logit 的份额；还没有逐个试过</translation>
    </message>
    <message>
        <source>line %1, column %2 begins a second value, as JSON Lines has them: one alone is needed, such as a list of all</source>
        <translation>第 %1 行第 %2 列开始了第二个值，像 JSON Lines 那样：只能有一个值，例如由它们组成的列表</translation>
    </message>
    <message>
        <source>%1 holds words (dtype %2) and no numbers: --tokens takes it</source>
        <translation>%1 里是词（dtype %2），不是数：请用 --tokens 给出</translation>
    </message>
    <message>
        <source>%1 is an array of records with fields of their own: save one of its fields, as float32</source>
        <translation>%1 是由带字段的记录组成的数组：请把其中一个字段存为 float32</translation>
    </message>
    <message>
        <source>the tensor of %1 has dtype %2, which cannot be shown: save it as F32</source>
        <translation>%1 的张量的 dtype 是 %2，无法显示：请存为 F32</translation>
    </message>
    <message>
        <source>%1 holds arrays of NumPy (%2), and weights are a .safetensors or .pt: torch.save({name: torch.from_numpy(array) for name, array in numpy.load(&quot;%1&quot;).items()}, &quot;weights.pt&quot;) makes one</source>
        <translation>%1 里是 NumPy 的数组（%2），而权重应是 .safetensors 或 .pt：torch.save({name: torch.from_numpy(array) for name, array in numpy.load(&quot;%1&quot;).items()}, &quot;weights.pt&quot;) 可以生成</translation>
    </message>
    <message>
        <source>%1 is no text in UTF-8: byte %2 is wrong; save it as UTF-8</source>
        <translation>%1 不是 UTF-8 文本：第 %2 个字节不对；请存为 UTF-8</translation>
    </message>
    <message>
        <source>%1 is none of the files that are opened by themselves: .headscope, %2, or the folder of a model; words go beside one of these</source>
        <translation>%1 不是可以单独打开的文件：可以打开的是 .headscope、%2 或模型的文件夹；词要和其中一个一起给出</translation>
    </message>
    <message>
        <source>%1 has several arrays (%2), none of them called query, key or value: call one so, or save it alone</source>
        <translation>%1 里有几个数组（%2），没有一个名为 query、key 或 value：请这样命名其中一个，或单独保存它</translation>
    </message>
    <message>
        <source>%1 holds %2 arrays: one alone is needed here</source>
        <translation>%1 里有 %2 个数组：这里只能有一个</translation>
    </message>
    <message>
        <source>“%1%2” is the text &quot;%3&quot;, and no number</source>
        <translation>“%1%2”是文字 &quot;%3&quot;，不是数</translation>
    </message>
    <message>
        <source>one list of words names all %1 sequences</source>
        <translation>一个词表命名了全部 %1 个序列</translation>
    </message>
    <message>
        <source>there are %1 words for %2 places: those behind them count as padding</source>
        <translation>有 %1 个词，而位置有 %2 个：其后的位置算填充</translation>
    </message>
    <message>
        <source>the numbers sum to 1 along axis %1 of %2, which is read as the keys</source>
        <translation>这些数沿着 %2 个轴中的第 %1 个加起来为 1，因此把它读作键</translation>
    </message>
    <message>
        <source>%1 has inputs (%2) and no attention: weights belong beside it (%1 weights.safetensors); --axes reads it as an attention</source>
        <translation>%1 里是输入（%2），不是注意力：要和权重一起给出（%1 weights.safetensors）；用 --axes 可以把它读作注意力</translation>
    </message>
    <message>
        <source>it is about a model that says which token comes next, and this one does not</source>
        <translation>它讲的是会说下一个词元的模型，而这个不会</translation>
    </message>
    <message>
        <source>it needs values of at least %1 numbers (d_v); here is the number: %2</source>
        <translation>它要求值至少有 %1 个数（d_v），这里的个数是：%2</translation>
    </message>
    <message>
        <source>it is about a trained model, and what you had is none</source>
        <translation>它讲的是训练好的模型，而你原来的不是</translation>
    </message>
    <message>
        <source>it changes sizes and weights, and what you had is a trained model</source>
        <translation>它要改大小和权重，而你原来的是训练好的模型</translation>
    </message>
    <message>
        <source>the model “%1” does not lie where the program was installed</source>
        <translation>程序安装的地方没有模型“%1”</translation>
    </message>
    <message>
        <source>there is no model “%1” for the lesson to begin on</source>
        <translation>没有模型“%1”，这一课无从开始</translation>
    </message>
    <message>
        <source>row %1, column %2 is empty, and a number is needed: 0 for a pair that is masked</source>
        <translation>第 %1 行第 %2 列是空的，而这里需要一个数：被掩蔽的一对写 0</translation>
    </message>
    <message>
        <source>%1 is packed with %2, whatever it is called: unpack it first</source>
        <translation>无论 %1 叫什么，它是用 %2 压缩的：请先解压</translation>
    </message>
    <message>
        <source>%1 is a file of %2, whatever it is called, which no numbers are read from: numpy.savez(&quot;attention.npz&quot;, array) saves an array</source>
        <translation>无论 %1 叫什么，它是 %2 文件，不能从中读取数：numpy.savez(&quot;attention.npz&quot;, array) 可以保存数组</translation>
    </message>
    <message>
        <source>%1 is a pickle as PyTorch wrote it before 1.6, which is not read: python3 -c &quot;import sys, torch; torch.save(torch.load(sys.argv[1], map_location=&apos;cpu&apos;), sys.argv[1])&quot; %2 writes it anew</source>
        <translation>%1 是 PyTorch 1.6 之前写出的 pickle，不能读取：python3 -c &quot;import sys, torch; torch.save(torch.load(sys.argv[1], map_location=&apos;cpu&apos;), sys.argv[1])&quot; %2 会把它重新写出</translation>
    </message>
    <message>
        <source>%1 has None in the place of tensor %2: save its tensors without it</source>
        <translation>%1 中张量 %2 的位置上是 None：请去掉它再保存这些张量</translation>
    </message>
    <message>
        <source>%1 of %2 holds whole numbers, as packed models do; F32, F16 and BF16 are read</source>
        <translation>%2 里的 %1 是整数，像打包（量化）的模型那样；能读的是 F32、F16 和 BF16</translation>
    </message>
    <message>
        <source>tensors of the model that are not used here: %1 (%2)</source>
        <translation>模型里这里没有用到的张量：%1 个（%2）</translation>
    </message>
    <message>
        <source>%1: %2 is %3: a word is needed</source>
        <translation>%1：%2 是 %3，这里要一个词</translation>
    </message>
    <message>
        <source>%1: rope_scaling is %2: an object is needed</source>
        <translation>%1：rope_scaling 是 %2，这里要一个对象</translation>
    </message>
    <message>
        <source>%1: layer_types does not say of layer %2 whether it is full_attention or sliding_attention</source>
        <translation>%1：layer_types 没有说第 %2 层是 full_attention 还是 sliding_attention</translation>
    </message>
    <message>
        <source>what the model says is no number: its weights hold some that are none, or are too large</source>
        <translation>模型说出来的不是数：它的权重里有的不是数，或者太大</translation>
    </message>
    <message>
        <source>%1 has %2, but neither model.safetensors nor pytorch_model.bin, which are read here</source>
        <translation>%1 里有 %2，但没有这里能读的 model.safetensors 或 pytorch_model.bin</translation>
    </message>
    <message>
        <source>the folder has another model now than when this was saved</source>
        <translation>文件夹里的模型和保存这个文件时的不是同一个</translation>
    </message>
    <message>
        <source>the folder %1 is not empty; choose a new one, or move it away</source>
        <translation>文件夹 %1 不是空的；请选一个新的，或把它移走</translation>
    </message>
</context>
<context>
    <name>MissingLetters</name>
    <message>
        <source>No font here has some of these letters: they are boxes until %1 of Debian is installed.</source>
        <translation>这里没有字体包含其中的一些字：在安装 Debian 的 %1 之前，它们显示为方框。</translation>
    </message>
</context>
<context>
    <name>Norm</name>
    <message>
        <source>Each row by itself: one token, all its features.</source>
        <translation>逐行：一个词元的全部特征。</translation>
    </message>
    <message>
        <source>Each column by itself: one feature, all tokens of all sequences.</source>
        <translation>逐列：所有序列全部词元的一个特征。</translation>
    </message>
    <message>
        <source>Each column by itself: one feature, all tokens.</source>
        <translation>逐列：全部词元的一个特征。</translation>
    </message>
    <message>
        <source>one range for both</source>
        <translation>两者范围相同</translation>
    </message>
    <message>
        <source>γ and β: double-click to edit</source>
        <translation>双击 γ、β 可编辑</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>γ of feature %1: %2</source>
        <translation>特征 %1 的 γ：%2</translation>
    </message>
    <message>
        <source>β of feature %1: %2</source>
        <translation>特征 %1 的 β：%2</translation>
    </message>
    <message>
        <source>mean of token %1 over its features: %2</source>
        <translation>词元 %1 对其特征的均值：%2</translation>
    </message>
    <message>
        <source>mean of feature %1 over all tokens: %2</source>
        <translation>特征 %1 对全部词元的均值：%2</translation>
    </message>
    <message>
        <source>mean of the squares of token %1: %2</source>
        <translation>词元 %1 的平方均值：%2</translation>
    </message>
    <message>
        <source>variance of token %1 over its features: %2</source>
        <translation>词元 %1 对其特征的方差：%2</translation>
    </message>
    <message>
        <source>variance of feature %1 over all tokens: %2</source>
        <translation>特征 %1 对全部词元的方差：%2</translation>
    </message>
    <message>
        <source>%1, token %2, feature %3: %4</source>
        <translation>%1，词元 %2，特征 %3：%4</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>This file does not offer that; Edit ▸ Controls for students says what it offers.</source>
        <translation>此文件不提供该操作；见“编辑 ▸ 给学生的控件”。</translation>
    </message>
    <message>
        <source>First say what you expect: the question of the lesson is what that does.</source>
        <translation>先说说你的预测：这一课问的正是这样会怎样。</translation>
    </message>
    <message>
        <source>It would give the answer away: first answer the question of the lesson.</source>
        <translation>这会泄露答案：请先回答课程里的问题。</translation>
    </message>
</context>
<context>
    <name>OtherContentQuestion</name>
    <message>
        <source>Changed elsewhere</source>
        <translation>已在别处更改</translation>
    </message>
    <message>
        <source>“%1” was changed by another program since it was read or saved here.</source>
        <translation>“%1”在此处读取或保存之后，已被其他程序更改。</translation>
    </message>
    <message>
        <source>Overwriting loses what the other program wrote. Reloading shows it, and Undo brings back what stands here.</source>
        <translation>覆盖会丢失其他程序写入的内容。重新载入则显示该内容，用“撤销”可找回此处的内容。</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
</context>
<context>
    <name>Paint</name>
    <message>
        <source>Paint where each word is to look, in the square or from a pattern: Start then says whether one head can look there.</source>
        <translation>在方格里（或从一个图样开始）画出每个词该看哪里，再按“开始”，就知道一个头能不能这样看。</translation>
    </message>
    <message>
        <source>Paint where each word is to look, with arrows and Enter: a search then says whether one head can look there.</source>
        <translation>用方向键和回车画出每个词该看哪里，随后的搜索会告诉你一个头能不能这样看。</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>第一个词元</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>前一个</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between tokens in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The limit: %1 are twins</source>
        <translation>极限：%1 是孪生</translation>
    </message>
    <message>
        <source>The same row in X: %1 of %2 rows lose by it, %3 bits on average.</source>
        <translation>它们在 X 中的行相同：%2 行中有 %1 行因此受损，平均 %3 比特。</translation>
    </message>
    <message>
        <source>Nothing is painted</source>
        <translation>什么都没有画</translation>
    </message>
    <message>
        <source>Not looked for yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>Yes, with %1</source>
        <translation>可以，%1</translation>
    </message>
    <message>
        <source>Cannot with %1, by proof</source>
        <translation>%1 做不到（有证明）</translation>
    </message>
    <message>
        <source>No, not with %1</source>
        <translation>做不到，%1</translation>
    </message>
    <message>
        <source>Not found with %1</source>
        <translation>没有找到，%1</translation>
    </message>
    <message>
        <source>Exact: computed to the optimum</source>
        <translation>精确：已算到最优</translation>
    </message>
    <message>
        <source>Gone on from the weights before, %1 steps</source>
        <translation>从先前的权重继续，%1 步</translation>
    </message>
    <message>
        <source>Best of %1 starts, %2 steps each; no proof</source>
        <translation>%1 次起步中最好的，每次 %2 步；没有证明</translation>
    </message>
    <message>
        <source>Best of %1 starts, %2 steps each</source>
        <translation>%1 次起步中最好的，每次 %2 步</translation>
    </message>
    <message>
        <source>%1 cannot, by proof</source>
        <translation>%1 做不到（有证明）</translation>
    </message>
    <message>
        <source>Only the largest and the smallest k can win a row; %1 different keys are painted.</source>
        <translation>只有最大和最小的 k 能赢得一行；而画上了 %1 个不同的键。</translation>
    </message>
    <message>
        <source>%1 and more: exact</source>
        <translation>%1 及以上：精确</translation>
    </message>
    <message>
        <source>Convex in W_{Q}·W_{K}^{T}: none comes below %1.</source>
        <translation>关于 W_{Q}·W_{K}^{T} 是凸的：都不会低于 %1。</translation>
    </message>
    <message>
        <source>The features do not carry it</source>
        <translation>特征承载不了</translation>
    </message>
    <message>
        <source>%1 bits are lost beyond the twins: what X holds is not enough. A mask can do what weights cannot.</source>
        <translation>除孪生之外还损失 %1 比特：X 所含的信息不够。权重做不到的，掩码可以做到。</translation>
    </message>
    <message>
        <source>%1 bits are lost beyond the twins: what X holds is not enough. A mask can do what weights cannot; positions may help, or hurt.</source>
        <translation>除孪生之外还损失 %1 比特：X 所含的信息不够。权重做不到的，掩码可以做到；位置编码可能有帮助，也可能有害。</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 个键</translation>
    </message>
    <message>
        <source>query %1, key %2</source>
        <translation>查询 %1，键 %2</translation>
    </message>
    <message>
        <source>%1: masked, nothing can be painted here</source>
        <translation>%1：已掩码，这里不能画</translation>
    </message>
    <message>
        <source>painted %1</source>
        <translation>画了 %1</translation>
    </message>
    <message>
        <source>row not painted, it does not count</source>
        <translation>该行没有画，不计入</translation>
    </message>
    <message>
        <source>%1: %2; the head gives %3</source>
        <translation>%1：%2；头给出 %3</translation>
    </message>
    <message>
        <source>painted: mass %1, %2 of %3 rows right</source>
        <translation>画上的：份额 %1，%3 行中 %2 行正确</translation>
    </message>
    <message>
        <source>looking for weights: %1 of %2 steps</source>
        <translation>正在搜索权重：%2 步中的第 %1 步</translation>
    </message>
    <message>
        <source>The tokens as rows of numbers, X</source>
        <translation>每个词元是一行数：X</translation>
    </message>
    <message>
        <source>Q = X·W_{Q} and K = X·W_{K}</source>
        <translation>Q = X·W_{Q}，K = X·W_{K}</translation>
    </message>
    <message>
        <source>Q·K^{T}, a number for each pair</source>
        <translation>Q·K^{T}，每一对一个数</translation>
    </message>
    <message>
        <source>The scores times their scale</source>
        <translation>得分乘以缩放系数</translation>
    </message>
    <message>
        <source>The softmax of each row, beside what was painted</source>
        <translation>每行的 softmax，与所画的并列</translation>
    </message>
    <message>
        <source>One number, the mean of what each row is missing; shown cell by cell</source>
        <translation>一个数：各行所差的平均；逐格显示</translation>
    </message>
    <message>
        <source>How KL would change with each score and each weight</source>
        <translation>KL 随每个得分、每个权重怎样变化</translation>
    </message>
    <message>
        <source>What the next step of Adam adds to the weights</source>
        <translation>Adam 的下一步给权重加上的量</translation>
    </message>
    <message>
        <source>best found</source>
        <translation>找到的最好结果</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The head does</source>
        <translation>头的结果</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>head − painted</source>
        <translation>头 − 画面</translation>
    </message>
    <message>
        <source>red: too much</source>
        <translation>红：过多</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>d_{model}</source>
        <comment>columns of X</comment>
        <translation>d_{model}</translation>
    </message>
    <message>
        <source>X, what tokens are</source>
        <translation>X：词元本身</translation>
    </message>
    <message>
        <source>X of the queries</source>
        <translation>查询的 X</translation>
    </message>
    <message>
        <source>X of the keys</source>
        <translation>键的 X</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 比特</translation>
    </message>
    <message>
        <source>a row&apos;s sum is its KL</source>
        <translation>每行之和即该行的 KL</translation>
    </message>
    <message>
        <source>∂KL ÷ ∂scores</source>
        <translation>∂KL ÷ ∂得分</translation>
    </message>
    <message>
        <source>red: should fall</source>
        <translation>红：应当减小</translation>
    </message>
    <message>
        <source>The optimum: no step led here</source>
        <translation>最优解：不是一步步走到的</translation>
    </message>
    <message>
        <source>The step moves</source>
        <translation>这一步带来的变化</translation>
    </message>
    <message>
        <source>after − before</source>
        <translation>之后 − 之前</translation>
    </message>
    <message>
        <source>red: more weight</source>
        <translation>红：权重变大</translation>
    </message>
    <message>
        <source>∂KL ÷ ∂W</source>
        <translation>∂KL ÷ ∂W</translation>
    </message>
    <message>
        <source>Adam adds</source>
        <translation>Adam 加上</translation>
    </message>
    <message>
        <source>At step %1: %2 bits missing</source>
        <translation>第 %1 步：还差 %2 比特</translation>
    </message>
    <message>
        <source>One start with %1, step by step; Start looks from all of them</source>
        <translation>%1，从一个起点逐步走；“开始”会从所有起点寻找</translation>
    </message>
    <message>
        <source>limit %1 bits</source>
        <translation>极限 %1 比特</translation>
    </message>
    <message>
        <source>query →</source>
        <translation>查询 →</translation>
    </message>
    <message>
        <source>key →</source>
        <translation>键 →</translation>
    </message>
    <message>
        <source>← key</source>
        <translation>← 键</translation>
    </message>
    <message>
        <source>← query</source>
        <translation>← 查询</translation>
    </message>
    <message>
        <source>Distance to the painting</source>
        <translation>与画面的距离</translation>
    </message>
    <message>
        <source>KL in bits, mean of the painted rows</source>
        <translation>KL（比特），画过的行的平均</translation>
    </message>
    <message>
        <source>steps of Adam</source>
        <translation>Adam 的步数</translation>
    </message>
    <message>
        <source>What each row is missing, in bits</source>
        <translation>每一行差多少比特</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 行</translation>
    </message>
    <message>
        <source>Painted</source>
        <translation>所画</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>A painted attention, and what a head makes of it</source>
        <translation>画出的注意力，以及一个头能做到的</translation>
    </message>
    <message>
        <source>%1 bits are missing with d_k = %2; the limit is %3.</source>
        <translation>d_k = %2 时还差 %1 比特；极限是 %3。</translation>
    </message>
    <message>
        <source>%1 of %2 rows right</source>
        <translation>%2 行中 %1 行正确</translation>
    </message>
    <message>
        <source>One start with %1, step by step; a click on its bar brings back what was found</source>
        <translation>%1，从一个起点逐步走；点击它的条可取回找到的结果</translation>
    </message>
    <message>
        <source>You paint</source>
        <translation>你来画</translation>
    </message>
    <message>
        <source>KL in bits</source>
        <comment>where there is little room</comment>
        <translation>KL（比特）</translation>
    </message>
    <message>
        <source>%1 columns, %2</source>
        <translation>%1 列，%2</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 features × %2</source>
        <translation>%1 个特征 × %2</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
</context>
<context>
    <name>Parts</name>
    <message>
        <source>The head that adds most, %1: %2</source>
        <translation>加得最多的头，%1：%2</translation>
    </message>
    <message>
        <source>A click goes to that head, X switches it off.</source>
        <translation>单击转到那个头，X 关掉它。</translation>
    </message>
    <message>
        <source>feed-forward network of layer %1: %2</source>
        <translation>第 %1 层的前馈网络：%2</translation>
    </message>
    <message>
        <source>Its logit %1, taken apart behind the final norm as it was; all parts sum to it</source>
        <translation>它的 logit %1，在最终归一化（保持原样）后面拆开；各部分加起来就是它</translation>
    </message>
    <message>
        <source>share of the logit</source>
        <translation>logit 的份额</translation>
    </message>
    <message>
        <source>beside these: embedding %1 · biases %2 · shift of the norm %3</source>
        <translation>此外：嵌入 %1 · 偏置 %2 · 归一化的平移 %3</translation>
    </message>
    <message>
        <source>%1 without one head: it had %2</source>
        <translation>少了一个头的%1：原来是 %2</translation>
    </message>
    <message>
        <source>How its probability changes where that head is switched off and the model runs on from there</source>
        <translation>关掉那个头、模型从那里继续运行时，它的概率怎样变化</translation>
    </message>
    <message>
        <source>change of the probability</source>
        <translation>概率的变化</translation>
    </message>
    <message>
        <source>The head that it needs most, %1: %2</source>
        <translation>它最需要的头，%1：%2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>%1 without one head</source>
        <translation>少了一个头的%1</translation>
    </message>
    <message>
        <source>“Try each head” runs the model once without each of them</source>
        <translation>“逐个试头”对每个头都不带它运行一次模型</translation>
    </message>
    <message>
        <source>Behind each sum stands a norm: heads have no share of their own. Try each head</source>
        <translation>每个和后面都有归一化：头没有自己的份额。请逐个试头</translation>
    </message>
    <message>
        <source>%1: feed-forward %2, heads %3</source>
        <translation>%1：前馈网络 %2，头 %3</translation>
    </message>
    <message>
        <source>%1: heads %2, feed-forward %3</source>
        <translation>%1：头 %2，前馈网络 %3</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>This computer has no printer. Save it as a PDF, which can be printed elsewhere, or set a printer up first (on Debian the package cups).</source>
        <translation>这台计算机没有打印机。请存为 PDF 到别处打印，或先设置一台打印机（Debian 上的软件包是 cups）。</translation>
    </message>
    <message>
        <source>Printed: %1</source>
        <translation>已打印：%1</translation>
    </message>
</context>
<context>
    <name>Range</name>
    <message>
        <source>largest of the row</source>
        <translation>该行最大值</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>this row: %1</source>
        <translation>这一行：%1</translation>
    </message>
    <message>
        <source>each row on its own range</source>
        <translation>每一行各用自己的范围</translation>
    </message>
    <message>
        <source>range of this head</source>
        <translation>该头的范围</translation>
    </message>
    <message>
        <source>one range for all heads</source>
        <translation>各头共用同一范围</translation>
    </message>
    <message>
        <source>%1, square root</source>
        <translation>%1，平方根</translation>
    </message>
</context>
<context>
    <name>Relation</name>
    <message>
        <source>source word</source>
        <translation>源词</translation>
    </message>
    <message>
        <source>word that decides the form</source>
        <translation>决定词形的词</translation>
    </message>
    <message>
        <source>object</source>
        <translation>宾语</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>doer</source>
        <translation>施事</translation>
    </message>
    <message>
        <source>coreferent</source>
        <translation>同指词</translation>
    </message>
    <message>
        <source>token before</source>
        <translation>前一个词元</translation>
    </message>
    <message>
        <source>what followed it last time</source>
        <translation>它上次出现时后面的词元</translation>
    </message>
    <message>
        <source>verb → subject</source>
        <translation>动词 → 主语</translation>
    </message>
    <message>
        <source>article → noun</source>
        <translation>冠词 → 名词</translation>
    </message>
    <message>
        <source>noun → quantity</source>
        <translation>名词 → 数量</translation>
    </message>
    <message>
        <source>noun → noun</source>
        <translation>名词 → 名词</translation>
    </message>
</context>
<context>
    <name>Shapes</name>
    <message>
        <source>token %1 of %2</source>
        <translation>第 %1 个词元，共 %2 个</translation>
    </message>
    <message>
        <source>colours only: too small for numbers</source>
        <translation>只有颜色：格子太小，写不下数字</translation>
    </message>
    <message>
        <source>tokens %1 – %2 of %3</source>
        <translation>第 %1 – %2 个词元，共 %3 个</translation>
    </message>
    <message>
        <source>%1 really copies: %2 bytes, in the new order</source>
        <translation>%1 真的复制：%2 字节，按新的顺序</translation>
    </message>
    <message>
        <source>contiguous has nothing to do: the order is right</source>
        <translation>contiguous 无事可做：顺序本来就对</translation>
    </message>
    <message>
        <source>reshape copies nothing here: the strides allow a view</source>
        <translation>这里 reshape 什么也不复制：步长允许直接 view</translation>
    </message>
    <message>
        <source>Every head has a matrix of its own</source>
        <translation>每个头各有一个矩阵</translation>
    </message>
    <message>
        <source>Every head has brought its own context</source>
        <translation>每个头带来了自己的上下文</translation>
    </message>
    <message>
        <source>One row of numbers for each token</source>
        <translation>每个词元一行数</translation>
    </message>
    <message>
        <source>W_O makes new numbers out of all heads</source>
        <translation>W_O 把所有的头变成新的数</translation>
    </message>
    <message>
        <source>The projection makes new numbers</source>
        <translation>投影得到新的数</translation>
    </message>
    <message>
        <source>view only cuts rows: nothing moves in memory</source>
        <translation>view 只把行切开，内存中什么也不移动</translation>
    </message>
    <message>
        <source>view only joins rows: nothing moves in memory</source>
        <translation>view 只把行接起来，内存中什么也不移动</translation>
    </message>
    <message>
        <source>%1 exchanges two strides: nothing moves in memory</source>
        <translation>%1 只换两个步长，内存中什么也不移动</translation>
    </message>
    <message>
        <source>%1 reorders the strides: nothing moves in memory</source>
        <translation>%1 只重排步长，内存中什么也不移动</translation>
    </message>
    <message>
        <source>cat lays the matrices side by side and copies %1 bytes</source>
        <translation>cat 把矩阵并排放好，复制 %1 字节</translation>
    </message>
    <message>
        <source>One matrix alone is already side by side</source>
        <translation>只有一个矩阵，本来就是并排的</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>new numbers</source>
        <translation>新的数</translation>
    </message>
    <message>
        <source>really copies</source>
        <translation>真正复制</translation>
    </message>
    <message>
        <source>memory untouched</source>
        <translation>不动内存</translation>
    </message>
    <message>
        <source>one matrix</source>
        <translation>一个矩阵</translation>
    </message>
    <message>
        <source>one sample per block</source>
        <translation>每块一个样本</translation>
    </message>
    <message>
        <source>one token per block</source>
        <translation>每块一个词元</translation>
    </message>
    <message>
        <source>one head per block</source>
        <translation>每块一个头</translation>
    </message>
    <message>
        <source>Wrong: straight into heads</source>
        <translation>错误：直接 view 成头</translation>
    </message>
    <message>
        <source>Wrong: without transposing back</source>
        <translation>错误：没有转置回来</translation>
    </message>
    <message>
        <source>Wrong: transpose(%1, %2)</source>
        <translation>错误：transpose(%1, %2)</translation>
    </message>
    <message>
        <source>Wrong: taken as batch-first</source>
        <translation>错误：当成批在前</translation>
    </message>
    <message>
        <source>view alone</source>
        <translation>只有 view</translation>
    </message>
    <message>
        <source>without transposing back</source>
        <translation>没有转置回来</translation>
    </message>
    <message>
        <source>taken as batch-first</source>
        <translation>当成批在前</translation>
    </message>
    <message>
        <source>With these sizes every element is in its place</source>
        <translation>在这些尺寸下每个数都在自己的位置</translation>
    </message>
    <message>
        <source>Same shape, %1 of %2 in the wrong head</source>
        <translation>形状一样，%2 个数里 %1 个进错了头</translation>
    </message>
    <message>
        <source>Same shape, %1 of %2 misplaced</source>
        <translation>形状一样，%1 / %2 个数错位</translation>
    </message>
    <message>
        <source>feature %1</source>
        <translation>特征 %1</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>词元 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>element %1 = %2</source>
        <translation>元素 %1 = %2</translation>
    </message>
    <message>
        <source>%1 · place in memory %2</source>
        <translation>%1 · 内存位置 %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>index</source>
        <translation>下标</translation>
    </message>
    <message>
        <source>offset = Σ index · stride</source>
        <translation>偏移 = Σ 下标 · 步长</translation>
    </message>
    <message>
        <source>A higher window has room for the attention of both.</source>
        <translation>窗口再高一些，才放得下两者的注意力。</translation>
    </message>
    <message>
        <source>Attention weights of the right heads</source>
        <translation>正确的头的注意力权重</translation>
    </message>
    <message>
        <source>Attention weights of the wrong heads: up to %1 away</source>
        <translation>错误的头的注意力权重：最多相差 %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>contiguous</source>
        <translation>连续</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 float32, as stored</source>
        <translation>%1 个 float32，按存放顺序</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>numbered by place: the experiment&apos;s numbers repeat</source>
        <translation>按位置编号：实验的数字有重复</translation>
    </message>
    <message>
        <source>point at a cell, or press ↓: a lens shows the numbers there</source>
        <translation>指向一格，或按 ↓：放大镜显示那里的数字</translation>
    </message>
</context>
<context>
    <name>SlideMatrix</name>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>SlideQuestion</name>
    <message>
        <source>my sentence</source>
        <translation>我的句子</translation>
    </message>
    <message>
        <source>the lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>show</source>
        <translation>揭晓</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>next question</source>
        <translation>下一题</translation>
    </message>
    <message>
        <source>next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>head %1, %2</source>
        <translation>头 %1，%2</translation>
    </message>
    <message>
        <source>Lesson %1</source>
        <translation>第 %1 课</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>%1行，%2列</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>%1行</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>%1列</translation>
    </message>
    <message>
        <source>Hint %1: </source>
        <translation>提示 %1：</translation>
    </message>
    <message>
        <source>Say a number first, then see.</source>
        <translation>先说一个数，再揭晓。</translation>
    </message>
    <message>
        <source>Hands up first, then see.</source>
        <translation>先举手，再揭晓。</translation>
    </message>
</context>
<context>
    <name>Softmax</name>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>This row may look at no key at all: there is nothing to share out.</source>
        <translation>这一行不许看任何键：没有什么可分的。</translation>
    </message>
    <message>
        <source>The row holds ∞ or NaN. ∞ − ∞ has no value, hence every weight is NaN.</source>
        <translation>这一行里有 ∞ 或 NaN。∞ − ∞ 没有值，所以每个权重都是 NaN。</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>exp</source>
        <translation>exp</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>quotient</source>
        <translation>商</translation>
    </message>
    <message>
        <source>Softmax of the row “%1”</source>
        <translation>“%1”这一行的 softmax</translation>
    </message>
    <message>
        <source>logit s</source>
        <translation>logit s</translation>
    </message>
    <message>
        <source>score s</source>
        <translation>得分 s</translation>
    </message>
    <message>
        <source>end to end</source>
        <translation>首尾相接</translation>
    </message>
    <message>
        <source>exp ÷ sum</source>
        <translation>exp ÷ 和</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 of %2 in numbers, where they have room; the others as bars alone</source>
        <translation>%2 个中写得下的 %1 个有数字，其余只画条形</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>split into heads</source>
        <translation>拆分为多头</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>缩放后的得分</translation>
    </message>
    <message>
        <source>masked scores</source>
        <translation>掩码后的得分</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>context of each head</source>
        <translation>各头的上下文</translation>
    </message>
    <message>
        <source>concatenated context</source>
        <translation>拼接后的上下文</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>input of the keys</source>
        <translation>键的输入</translation>
    </message>
    <message>
        <source>input of the values</source>
        <translation>值的输入</translation>
    </message>
    <message>
        <source>query weight</source>
        <translation>查询权重</translation>
    </message>
    <message>
        <source>key weight</source>
        <translation>键权重</translation>
    </message>
    <message>
        <source>value weight</source>
        <translation>值权重</translation>
    </message>
    <message>
        <source>output weight</source>
        <translation>输出权重</translation>
    </message>
    <message>
        <source>query bias</source>
        <translation>查询偏置</translation>
    </message>
    <message>
        <source>key bias</source>
        <translation>键偏置</translation>
    </message>
    <message>
        <source>value bias</source>
        <translation>值偏置</translation>
    </message>
    <message>
        <source>output bias</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>projected query</source>
        <translation>投影后的查询</translation>
    </message>
    <message>
        <source>projected key</source>
        <translation>投影后的键</translation>
    </message>
    <message>
        <source>projected value</source>
        <translation>投影后的值</translation>
    </message>
    <message>
        <source>query, viewed as heads</source>
        <translation>查询的分头视图</translation>
    </message>
    <message>
        <source>key, viewed as heads</source>
        <translation>键的分头视图</translation>
    </message>
    <message>
        <source>value, viewed as heads</source>
        <translation>值的分头视图</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>允许关注</translation>
    </message>
    <message>
        <source>additive mask</source>
        <translation>加性掩码</translation>
    </message>
    <message>
        <source>weights after dropout</source>
        <translation>dropout 后的权重</translation>
    </message>
    <message>
        <source>context, transposed back</source>
        <translation>转置回来的上下文</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>embeddings with positions</source>
        <translation>加上位置的嵌入</translation>
    </message>
    <message>
        <source>residual sum</source>
        <translation>残差和</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>normalised</source>
        <translation>归一化值</translation>
    </message>
    <message>
        <source>output of the norm</source>
        <translation>归一化的输出</translation>
    </message>
    <message>
        <source>hidden layer</source>
        <translation>隐藏层</translation>
    </message>
    <message>
        <source>pooled</source>
        <translation>池化结果</translation>
    </message>
    <message>
        <source>after the activation</source>
        <translation>激活之后</translation>
    </message>
    <message>
        <source>output of the feed-forward network</source>
        <translation>前馈网络的输出</translation>
    </message>
    <message>
        <source>probabilities of the next word</source>
        <translation>下一个词的概率</translation>
    </message>
    <message>
        <source>gain of the norm</source>
        <translation>归一化的增益</translation>
    </message>
    <message>
        <source>shift of the norm</source>
        <translation>归一化的偏移</translation>
    </message>
    <message>
        <source>hidden weight</source>
        <translation>隐藏层权重</translation>
    </message>
    <message>
        <source>hidden bias</source>
        <translation>隐藏层偏置</translation>
    </message>
    <message>
        <source>feed-forward weight</source>
        <translation>前馈权重</translation>
    </message>
    <message>
        <source>feed-forward bias</source>
        <translation>前馈偏置</translation>
    </message>
    <message>
        <source>vocabulary weight</source>
        <translation>词表权重</translation>
    </message>
    <message>
        <source>vocabulary bias</source>
        <translation>词表偏置</translation>
    </message>
    <message>
        <source>numbers of the words</source>
        <translation>词的编号</translation>
    </message>
    <message>
        <source>table of embeddings</source>
        <translation>嵌入表</translation>
    </message>
    <message>
        <source>embeddings of the cards</source>
        <translation>卡片的嵌入</translation>
    </message>
    <message>
        <source>learnt positions</source>
        <translation>学到的位置</translation>
    </message>
    <message>
        <source>right answers</source>
        <translation>正确答案</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>queries %1 × keys %2 of %3</source>
        <translation>查询 %1 × 键 %2（共 %3）</translation>
    </message>
    <message>
        <source>rows %1 × columns %2 of %3</source>
        <translation>行 %1 × 列 %2（共 %3）</translation>
    </message>
    <message>
        <source>mean of the squares</source>
        <translation>平方的均值</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>turned by their positions</source>
        <translation>按位置旋转</translation>
    </message>
    <message>
        <source>cosines of the positions</source>
        <translation>位置的余弦</translation>
    </message>
    <message>
        <source>sines of the positions</source>
        <translation>位置的正弦</translation>
    </message>
    <message>
        <source>query, turned by its position</source>
        <translation>查询，按其位置旋转</translation>
    </message>
    <message>
        <source>key, turned by its position</source>
        <translation>键，按其位置旋转</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门</translation>
    </message>
    <message>
        <source>gate before the activation</source>
        <translation>激活前的门</translation>
    </message>
    <message>
        <source>how far the gate is open</source>
        <translation>门开了多少</translation>
    </message>
    <message>
        <source>gate weight</source>
        <translation>门的权重</translation>
    </message>
    <message>
        <source>gate bias</source>
        <translation>门的偏置</translation>
    </message>
    <message>
        <source>heads that are on</source>
        <translation>开着的头</translation>
    </message>
    <message>
        <source>context of the heads that are on</source>
        <translation>开着的头的上下文</translation>
    </message>
    <message>
        <source>heads that are off</source>
        <translation>关掉的头</translation>
    </message>
    <message>
        <source>context of the heads that are off</source>
        <translation>关掉的头的上下文</translation>
    </message>
    <message>
        <source>its mean over the text</source>
        <translation>它在整个文本上的均值</translation>
    </message>
    <message>
        <source>context with the mean of the heads that are off</source>
        <translation>换上关掉的头的均值的上下文</translation>
    </message>
    <message>
        <source>rollout</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>value-weighted attention</source>
        <translation>按值加权的注意力</translation>
    </message>
    <message>
        <source>attention rollout</source>
        <translation>注意力展开</translation>
    </message>
    <message>
        <source>length of what a value adds</source>
        <translation>一个值所加向量的长度</translation>
    </message>
    <message>
        <source>attention rollout up to this layer</source>
        <translation>到这一层为止的注意力展开</translation>
    </message>
    <message>
        <source>attention weights of pieces</source>
        <translation>词片的注意力权重</translation>
    </message>
    <message>
        <source>words of the queries</source>
        <translation>查询的词</translation>
    </message>
    <message>
        <source>words of the keys</source>
        <translation>键的词</translation>
    </message>
    <message>
        <source>attention rollout up to the layer before</source>
        <translation>到前一层为止的注意力展开</translation>
    </message>
</context>
<context>
    <name>Statement</name>
    <message>
        <source>%1, masked with %2</source>
        <translation>%1，被 %2 掩蔽</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>heads·d_{k}</source>
        <translation>头·d_{k}</translation>
    </message>
    <message>
        <source>heads·d_{v}</source>
        <translation>头·d_{v}</translation>
    </message>
    <message>
        <source>batch·heads</source>
        <translation>批次·头</translation>
    </message>
    <message>
        <source>next word</source>
        <translation>下一个词</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>embeddings of the source</source>
        <translation>源序列的嵌入</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>own sentence</source>
        <translation>自己的句子</translation>
    </message>
    <message>
        <source>%1, edited</source>
        <translation>%1（已修改）</translation>
    </message>
    <message numerus="yes">
        <source>, %n of it typed</source>
        <translation>
            <numerusform>，其中 %n 个为改写</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message>
        <source>; the largest part from head %1: %2</source>
        <translation>；其中最大的一份来自头 %1：%2</translation>
    </message>
    <message>
        <source>Every head&apos;s numbers meet rows of W_{O} of their own; what the %1 heads add is summed up.</source>
        <translation>每个头的数只与 W_{O} 中属于它的行相乘；把 %1 个头各自得到的加起来。</translation>
    </message>
    <message>
        <source>%1 is added to each row.</source>
        <translation>每一行再加上 %1。</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>%1（目前为止）</translation>
    </message>
    <message>
        <source>%1 asks, %2 answered with %3; this answer was dropped by chance</source>
        <translation>%1 发问，%2 以 %3 应答；这个应答被随机丢弃了</translation>
    </message>
    <message>
        <source>%1 asks, %2 answers with %3</source>
        <translation>%1 发问，%2 以 %3 应答</translation>
    </message>
    <message>
        <source>%1 asks, %2 answers with %3 and hands over that much of %4</source>
        <translation>%1 发问，%2 以 %3 应答，并按此份额交出 %4</translation>
    </message>
    <message>
        <source>What %1 asks and what %2 offers: their score is %3</source>
        <translation>%1 所问与 %2 所供：得分是 %3</translation>
    </message>
    <message>
        <source>%1 takes %2 as number %3; the largest part from %4: %5 × %6 = %7</source>
        <translation>%1 取得 %2 作为第 %3 个数；其中最大的一份来自 %4：%5 × %6 = %7</translation>
    </message>
    <message>
        <source>%1 asks: number %2 of its query is %3</source>
        <translation>%1 发问：它的查询的第 %2 个数是 %3</translation>
    </message>
    <message>
        <source>%1 offers: number %2 of its key is %3</source>
        <translation>%1 供人查询：它的键的第 %2 个数是 %3</translation>
    </message>
    <message>
        <source>%1 hands over: number %2 of its value is %3</source>
        <translation>%1 交出：它的值的第 %2 个数是 %3</translation>
    </message>
    <message>
        <source>After %1, this speaks for %2: %3</source>
        <translation>在 %1 之后，支持 %2 的数是 %3</translation>
    </message>
    <message>
        <source>After %1, %2 comes with probability %3</source>
        <translation>在 %1 之后，%2 出现的概率是 %3</translation>
    </message>
    <message>
        <source>%1: number %2 of its row is %3</source>
        <translation>%1：这一行的第 %2 个数是 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Feature %1: %2</source>
        <translation>特征 %1：%2</translation>
    </message>
    <message>
        <source>%1, number %2: %3</source>
        <translation>%1，第 %2 个数：%3</translation>
    </message>
    <message>
        <source>A query is what a token asks: its row of X, times W_{Q}.</source>
        <translation>查询是一个词元所问的：它在 X 中的一行乘以 W_{Q}。</translation>
    </message>
    <message>
        <source>A key is what a token offers to those who ask: its row, times W_{K}.</source>
        <translation>键是一个词元供发问者比对的：它的一行乘以 W_{K}。</translation>
    </message>
    <message>
        <source>A value is what a token hands over when it is asked: its row, times W_{V}.</source>
        <translation>值是一个词元被问到时交出的：它的一行乘以 W_{V}。</translation>
    </message>
    <message>
        <source>W_{O} mixes what all heads brought into one row for every token.</source>
        <translation>W_{O} 把各头带来的数混合成每个词元的一行。</translation>
    </message>
    <message>
        <source>Every token by itself: W_{1} makes %1 numbers of its row, features to be switched on or off.</source>
        <translation>每个词元各算各的：W_{1} 把它的一行变成 %1 个数，即可以打开或关闭的特征。</translation>
    </message>
    <message>
        <source>W_{2} makes a row of %1 numbers again of those that are left.</source>
        <translation>W_{2} 把留下的数重新变成 %1 个数的一行。</translation>
    </message>
    <message>
        <source>One number for every word that could come next: what speaks for it.</source>
        <translation>每个可能的下一个词得一个数：有多少理由支持它。</translation>
    </message>
    <message>
        <source>Every row times every column, added up.</source>
        <translation>每一行乘每一列，再相加。</translation>
    </message>
    <message>
        <source>The more products a sum has, the wider it spreads: ÷ √%1 takes that back, %1 being the d_{k} of one head.</source>
        <translation>相加的乘积越多，和散得越开：÷ √%1 把它收回来，%1 是一个头的 d_{k}。</translation>
    </message>
    <message>
        <source>Every score times %1, the scale of this run.</source>
        <translation>每个得分乘以 %1，即本次计算的缩放系数。</translation>
    </message>
    <message>
        <source>The mask is added to the scores; where −∞ stands, nobody looks.</source>
        <translation>掩码加到得分上；凡是 −∞ 之处，谁也不看。</translation>
    </message>
    <message>
        <source>Where a token may not look, its score becomes −∞, and its weight then 0.</source>
        <translation>词元不许看之处，得分变成 −∞，随后权重就是 0。</translation>
    </message>
    <message>
        <source>Less the mean, divided by the spread: the numbers of every token now lie around 0, equally wide.</source>
        <translation>减去均值，再除以离散程度：每个词元的数都围绕 0，散得一样开。</translation>
    </message>
    <message>
        <source>Less the mean, divided by the spread: every feature now lies around 0 over all tokens, equally wide.</source>
        <translation>减去均值，再除以离散程度：每个特征在所有词元上都围绕 0，散得一样开。</translation>
    </message>
    <message>
        <source>How far the numbers lie from their mean: the mean of the squares.</source>
        <translation>这些数离均值有多远：距离平方的均值。</translation>
    </message>
    <message>
        <source>The mean of every token&apos;s row, over its features.</source>
        <translation>每个词元那一行的均值，对它的特征求。</translation>
    </message>
    <message>
        <source>The mean of every feature, over all tokens.</source>
        <translation>每个特征的均值，对所有词元求。</translation>
    </message>
    <message>
        <source>How well does what one token asks match what another offers? Number by number, added up: the score.</source>
        <translation>一个词元所问与另一个所供有多合？逐数相乘再相加，就是得分。</translation>
    </message>
    <message>
        <source>Scores become shares of one whole: how much each token takes from every other.</source>
        <translation>得分变成一个整体中的份额：每个词元从每个词元那里取多少。</translation>
    </message>
    <message>
        <source>Only while a model learns: some weights become 0 by chance, the others × %1. Rows need not sum to 1.</source>
        <translation>只在模型学习时：一些权重随机变成 0，其余 × %1。一行之和不必是 1。</translation>
    </message>
    <message>
        <source>Everybody hands over a value; a token takes as much of each as its weight says, and adds it up.</source>
        <translation>人人交出一个值；词元按权重从每个值取相应的份额，再相加。</translation>
    </message>
    <message>
        <source>What the heads brought is laid side by side: one row for every token again.</source>
        <translation>各头带来的数并排放好：每个词元又是一行。</translation>
    </message>
    <message>
        <source>Every head gets its own columns; no number changes. Shapes shows what memory does.</source>
        <translation>每个头得到自己的几列，没有一个数改变。“形状”页演示内存里发生了什么。</translation>
    </message>
    <message>
        <source>Each place adds its own pattern: otherwise order would not count.</source>
        <translation>每个位置加上自己的花样：否则次序就不起作用。</translation>
    </message>
    <message>
        <source>What came in is added to what was made of it, so that nothing gets lost.</source>
        <translation>进来的数加到由它算出的数上，什么也不会丢。</translation>
    </message>
    <message>
        <source>Sines and cosines of the place alone; no word is looked at.</source>
        <translation>只由位置算出的正弦和余弦；不看任何词。</translation>
    </message>
    <message>
        <source>Every feature times its γ, plus its β: both are learnt.</source>
        <translation>每个特征乘以它的 γ，再加上它的 β：两者都是学来的。</translation>
    </message>
    <message>
        <source>What is below 0 becomes 0: switched off.</source>
        <translation>小于 0 的变成 0：关闭。</translation>
    </message>
    <message>
        <source>What is far below 0 becomes 0; around 0 the change is smooth.</source>
        <translation>远小于 0 的变成 0；在 0 附近平滑地变化。</translation>
    </message>
    <message>
        <source>Every number comes between −1 and 1; around 0 little changes.</source>
        <translation>每个数都落到 −1 与 1 之间；在 0 附近几乎不变。</translation>
    </message>
    <message>
        <source>Every token fetches its row of a table.</source>
        <translation>每个词元从表中取出自己的一行。</translation>
    </message>
    <message>
        <source>Numbers become probabilities, which sum to 1.</source>
        <translation>这些数变成概率，总和是 1。</translation>
    </message>
    <message>
        <source>Nothing is masked: every score stays, but those that were typed.</source>
        <translation>没有屏蔽任何位置：得分照旧，只有手动输入的除外。</translation>
    </message>
    <message>
        <source>Every score is divided by the same number.</source>
        <translation>每个得分都除以同一个数。</translation>
    </message>
    <message>
        <source>How large the numbers of every token are: the mean of their squares.</source>
        <translation>每个词元的数有多大：它们平方的均值。</translation>
    </message>
    <message>
        <source>Divided by the root of that mean: the numbers of every token are now equally large. None is taken off.</source>
        <translation>除以该均值的平方根：每个词元的数现在一样大。不减去任何数。</translation>
    </message>
    <message>
        <source>Every feature times its γ, which is learnt.</source>
        <translation>每个特征乘以它的 γ，γ 是学出来的。</translation>
    </message>
    <message>
        <source>Numbers i and i + d_{k} ÷ 2 are a pair; the place of the token turns it. A score then depends on how far two tokens lie apart.</source>
        <translation>第 i 个和第 i + d_{k} ÷ 2 个数成一对，词元的位置使它旋转。于是分数取决于两个词元相距多远。</translation>
    </message>
    <message>
        <source>Every token by itself: W_{G} asks which of the features may pass.</source>
        <translation>每个词元各自：W_{G} 问哪些特征可以通过。</translation>
    </message>
    <message>
        <source>Every feature passes as far as its gate is open.</source>
        <translation>门开多少，特征就通过多少。</translation>
    </message>
</context>
<context>
    <name>StepsPictureWords</name>
    <message>
        <source>so far: %1 of %2</source>
        <translation>目前：%1 / %2</translation>
    </message>
    <message>
        <source>what each head adds</source>
        <translation>每个头加进去的数</translation>
    </message>
    <message>
        <source>row “%1”, cut into heads</source>
        <translation>行“%1”，按头切开</translation>
    </message>
    <message>
        <source>sum over the heads</source>
        <translation>对各个头求和</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>No number changes. The page Shapes shows what this does in memory.</source>
        <translation>没有数改变。“形状”页显示内存中发生了什么。</translation>
    </message>
    <message>
        <source>No number changes: the heads stand side by side.</source>
        <translation>没有数改变：各个头并排站在一起。</translation>
    </message>
    <message>
        <source>colours only: click a cell for its numbers</source>
        <translation>只有颜色：点击一个单元格看它的数</translation>
    </message>
    <message>
        <source>numbers of some places, the rest as colours: click a cell for its own</source>
        <translation>一部分有数，其余只有颜色：点击一个单元格看它的数</translation>
    </message>
    <message>
        <source>numbers around the asked cell, the rest as colours</source>
        <translation>所问单元格周围是数，其余为颜色</translation>
    </message>
    <message>
        <source>numbers around the asked cell, then colours; the rest is left out</source>
        <translation>所问单元格周围是数，再外围是颜色；更远的未画出</translation>
    </message>
    <message>
        <source>transposed, %1</source>
        <translation>转置，%1</translation>
    </message>
    <message>
        <source>row “%1”</source>
        <translation>行“%1”</translation>
    </message>
    <message>
        <source>weight × row, as high as the weight</source>
        <translation>权重 × 行，高度就是权重</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>so far: %1 of %2 rows</source>
        <translation>目前为止：%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>Running sum</source>
        <translation>逐项累加</translation>
    </message>
    <message>
        <source>terms: %1</source>
        <translation>项数：%1</translation>
    </message>
    <message>
        <source>term %1 of %2</source>
        <translation>第 %1 项，共 %2 项</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>目前为止</translation>
    </message>
    <message>
        <source>term %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>Head %1: %2</source>
        <translation>头 %1：%2</translation>
    </message>
    <message>
        <source>row × column</source>
        <translation>行 × 列</translation>
    </message>
    <message>
        <source>weighted sum of rows</source>
        <translation>行的加权和</translation>
    </message>
    <message>
        <source>typed: %1</source>
        <translation>改写：%1</translation>
    </message>
    <message>
        <source>terms 1 – %1</source>
        <translation>第 1 – %1 项</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 项</translation>
    </message>
</context>
<context>
    <name>SwitchMenu</name>
    <message>
        <source>Switch head %1 on</source>
        <translation>打开头 %1</translation>
    </message>
    <message>
        <source>Switch head %1 off</source>
        <translation>关掉头 %1</translation>
    </message>
    <message>
        <source>Switch all heads of this layer on</source>
        <translation>打开这一层的所有头</translation>
    </message>
    <message>
        <source>Switch all heads of this layer off</source>
        <translation>关掉这一层的所有头</translation>
    </message>
    <message>
        <source>Switch off all that look like %1</source>
        <translation>关掉所有像%1的头</translation>
    </message>
    <message>
        <source>Switch all heads on</source>
        <translation>打开所有头</translation>
    </message>
    <message>
        <source>What a head gives that is off</source>
        <translation>关掉的头给出什么</translation>
    </message>
</context>
<context>
    <name>Task</name>
    <message>
        <source>Translate zh → en</source>
        <translation>中译英</translation>
    </message>
    <message>
        <source>Cross-attention becomes an alignment of words; the answer is right long before the picture is clear.</source>
        <translation>交叉注意力逐渐成为词对齐；答案早就对了，图样要晚得多才清楚。</translation>
    </message>
    <message>
        <source>Cards, dense</source>
        <translation>卡片（密）</translation>
    </message>
    <message>
        <source>Every word holds a card, and the verb is asked for the cards of its object, its place and its doer at once: heads specialise.</source>
        <translation>每个词都拿着一张卡片，动词要同时说出宾语、地点和施事的卡片：各个头于是分工。</translation>
    </message>
    <message>
        <source>Cards, plain</source>
        <translation>卡片（疏）</translation>
    </message>
    <message>
        <source>Nearly every word is asked for one card alone: one head does all, and nothing makes the others specialise.</source>
        <translation>几乎每个词只需说出一张卡片：一个头就能全做，没有什么迫使其他头分工。</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Every word says where its object, its place and its doer stand: solved, and nobody needed to look there.</source>
        <translation>每个词说出宾语、地点和施事在第几位：任务完成了，却没有谁需要往那里看。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The same letters once more: a diagonal.</source>
        <translation>把同样的字母再写一遍：一条对角线。</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>倒序</translation>
    </message>
    <message>
        <source>The letters from behind: the other diagonal.</source>
        <translation>从后往前写字母：另一条对角线。</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>The letters in the order of the alphabet: a head looks for the next one by what it is, wherever it stands.</source>
        <translation>按字母表排列：头按内容寻找下一个字母，无论它在哪里。</translation>
    </message>
    <message>
        <source>Previous token</source>
        <translation>前一个词元</translation>
    </message>
    <message>
        <source>Every letter names the one before it: one step below the diagonal.</source>
        <translation>每个字母说出它前面的那个：对角线下方一格。</translation>
    </message>
    <message>
        <source>Induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>a b … a → b: what followed this letter last time. The first layer looks one back, the second finds what stood behind the letter.</source>
        <translation>a b … a → b：这个字母上次出现时后面是什么。第一层往回看一格，第二层找到当时跟在后面的字母。</translation>
    </message>
    <message>
        <source>Own text</source>
        <translation>自己的文本</translation>
    </message>
    <message>
        <source>The next letter or word of any text. Nobody knows where a head should look.</source>
        <translation>任意文本的下一个字或词。没有人知道头应该看哪里。</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>Point at a token to see where it looks</source>
        <translation>指向一个词元，看它关注哪里</translation>
    </message>
    <message>
        <source>Point at a query to see where it looks</source>
        <translation>指向一个查询，看它关注哪里</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>所有头的均值</translation>
    </message>
    <message>
        <source>largest of all heads</source>
        <translation>所有头的最大值</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>queries: the text that looks</source>
        <translation>查询：去看的文本</translation>
    </message>
    <message>
        <source>keys: the text that is looked at</source>
        <translation>键：被看的文本</translation>
    </message>
    <message>
        <source>framed: the query</source>
        <translation>加框：查询</translation>
    </message>
    <message>
        <source>without colour: masked</source>
        <translation>无底色：被屏蔽</translation>
    </message>
    <message>
        <source>%1, place %2: %3</source>
        <translation>%1，第 %2 位：%3</translation>
    </message>
</context>
<context>
    <name>TrainFigure</name>
    <message>
        <source>%1 · %2 steps, %3 numbers, seed %4</source>
        <translation>%1 · %2 步，%3 个数，种子 %4</translation>
    </message>
    <message>
        <source>rows, the queries: %1</source>
        <translation>行（查询）：%1</translation>
    </message>
    <message>
        <source>columns, the keys: %1</source>
        <translation>列（键）：%1</translation>
    </message>
    <message>
        <source>rows, the words that are predicted: %1</source>
        <translation>行（所预测的词）：%1</translation>
    </message>
</context>
<context>
    <name>TrainText</name>
    <message>
        <source>A small model learns here, from drawn weights to heads that look somewhere: press Start and watch them.</source>
        <translation>一个小模型在这里学习，权重从随机抽取开始，直到各个头看向某处：按“开始”，看着它们。</translation>
    </message>
    <message>
        <source>A small model learns here, from drawn weights to heads that look somewhere: S starts it.</source>
        <translation>一个小模型在这里学习，权重从随机抽取开始，直到各个头看向某处：按 S 开始。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>∂loss/∂scores</source>
        <translation>∂损失/∂得分</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>句对</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>each word at its %1</source>
        <translation>每个词看它的%1</translation>
    </message>
    <message>
        <source>%1 of the sentences at step %2 already, when head %3 agrees only %4: the answer is right before the picture is clear (%5 now)</source>
        <translation>第 %2 步已有 %1 的句子正确，那时头 %3 的一致度只有 %4：答案先对，图像后清晰（现在 %5）</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>paused: %1</source>
        <translation>已暂停：%1</translation>
    </message>
    <message>
        <source>training: %1</source>
        <translation>训练中：%1</translation>
    </message>
    <message>
        <source>trained: %1</source>
        <translation>训练完毕：%1</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>已中止：%1</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>还剩 %1 秒</translation>
    </message>
    <message>
        <source>playhead at step %1: loss %2 nats, %3 of the learnt words</source>
        <translation>播放头在第 %1 步：损失 %2 nats，学过的词 %3 正确</translation>
    </message>
    <message>
        <source>playhead at step %1: held-out loss %2 nats, %3 of the words</source>
        <translation>播放头在第 %1 步：留出数据的损失 %2 nats，%3 的词正确</translation>
    </message>
    <message>
        <source>more than %1 records: one of every %2 is kept</source>
        <translation>记录超过 %1 个：每 %2 个保留一个</translation>
    </message>
    <message>
        <source>← → previous / next recorded step</source>
        <translation>← → 上一个 / 下一个记录</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>no reference is known</source>
        <translation>没有已知的参照</translation>
    </message>
    <message>
        <source>Ctrl+Z brings the training before back</source>
        <translation>Ctrl+Z 可取回之前的训练</translation>
    </message>
    <message>
        <source>%1. “%3” gets %2 of the weight at step %4; %5 by chance</source>
        <translation>%1。第 %4 步，“%3”得到权重的 %2；随机为 %5</translation>
    </message>
    <message>
        <source>%1. “%3” gets %2 of the weight at step %4, %5 at step %6; %7 by chance</source>
        <translation>%1。第 %4 步，“%3”得到权重的 %2，第 %6 步为 %5；随机为 %7</translation>
    </message>
    <message>
        <source>predicted word</source>
        <translation>预测的词</translation>
    </message>
    <message>
        <source>Click: the newest step again</source>
        <translation>单击：回到最新一步</translation>
    </message>
    <message>
        <source>Click: keep the step of the playhead here</source>
        <translation>单击：把播放头的这一步留在这里</translation>
    </message>
    <message>
        <source>head %1, step %2: %3 looks at %4: %5</source>
        <translation>头 %1，第 %2 步：%3 看 %4：%5</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩蔽</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nats</translation>
    </message>
    <message>
        <source>per word</source>
        <translation>每词</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>guessing, ln %1 = %2</source>
        <translation>瞎猜，ln %1 = %2</translation>
    </message>
    <message>
        <source>batch, with label smoothing %1</source>
        <translation>批（含标签平滑）%1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批 %1</translation>
    </message>
    <message>
        <source>words %1</source>
        <translation>词 %1</translation>
    </message>
    <message>
        <source>whole sentences %1</source>
        <translation>整句 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>playhead</source>
        <translation>播放头</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>key →</source>
        <translation>键 →</translation>
    </message>
    <message>
        <source>%1 of %2 right</source>
        <translation>%2 个中 %1 个正确</translation>
    </message>
    <message>
        <source>Translation at step %1</source>
        <translation>第 %1 步的翻译</translation>
    </message>
    <message>
        <source>Answer at step %1</source>
        <translation>第 %1 步的回答</translation>
    </message>
    <message>
        <source>own words fed back</source>
        <translation>喂回自己的词</translation>
    </message>
    <message>
        <source>right words fed in</source>
        <translation>喂入正确的词</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>right: %1</source>
        <translation>应为 %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>corner: %1</source>
        <translation>角标：%1</translation>
    </message>
    <message>
        <source>This record was read from a file, or its numbers are not finite: the step behind it is not known.</source>
        <translation>这个记录读自文件，或者其中的数不再有限：不知道它后面的那一步。</translation>
    </message>
    <message>
        <source>The batch of the next step</source>
        <translation>下一步的批</translation>
    </message>
    <message numerus="yes">
        <source>%n sentences, drawn anew for each step; what is held out never comes</source>
        <translation>
            <numerusform>%n 个句子，每一步重新抽取；留出的句子从不出现</numerusform>
        </translation>
    </message>
    <message>
        <source>Logits of the watched sentence</source>
        <translation>所观察句子的 logits</translation>
    </message>
    <message>
        <source>%1 of %2 words: those that are right, or have the largest logits; corner: the right one</source>
        <translation>%2 个词中的 %1 个：正确的，或 logit 最大的；角标：正确的词</translation>
    </message>
    <message>
        <source>a row for each place, a column for each word that could come next; corner: the right one</source>
        <translation>每个位置一行，每个可能的下一个词一列；角标：正确的词</translation>
    </message>
    <message>
        <source>Loss of the watched sentence: %1 nats</source>
        <translation>所观察句子的损失：%1 nats</translation>
    </message>
    <message>
        <source>−ln of the probability of the right word, right words fed in; with label smoothing the mean is %1</source>
        <translation>正确词概率的 −ln，输入的是正确的词；含标签平滑的平均是 %1</translation>
    </message>
    <message>
        <source>−ln of the probability of the right word, right words fed in</source>
        <translation>正确词概率的 −ln，输入的是正确的词</translation>
    </message>
    <message>
        <source>place → right word</source>
        <translation>位置 → 正确的词</translation>
    </message>
    <message>
        <source>nats; the line: guessing</source>
        <translation>nats；竖线：瞎猜</translation>
    </message>
    <message>
        <source>What the optimiser makes of the gradients</source>
        <translation>优化器如何使用梯度</translation>
    </message>
    <message>
        <source>the next step, learning rate %1, loss of its batch %2; lengths √Σ x² of all numbers of a block</source>
        <translation>下一步，学习率 %1，该批的损失 %2；一个块中所有数的长度 √Σ x²</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>step ÷ weights</source>
        <translation>步 ÷ 权重</translation>
    </message>
    <message numerus="yes">
        <source>and %n more that lose less</source>
        <translation>
            <numerusform>还有 %n 个损失更小的</numerusform>
        </translation>
    </message>
    <message>
        <source>head %1, step %2: who predicts %3 looks at %4: %5</source>
        <translation>头 %1，第 %2 步：预测 %3 时看 %4：%5</translation>
    </message>
    <message>
        <source>head %1, step %2</source>
        <translation>头 %1，第 %2 步</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>学过的</translation>
    </message>
    <message>
        <source>film and curves</source>
        <translation>胶片与曲线</translation>
    </message>
    <message>
        <source>film</source>
        <translation>胶片</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>曲线</translation>
    </message>
    <message numerus="yes">
        <source>The training of %n step(s) was not taken over as the experiment.</source>
        <translation>
            <numerusform>训练了 %n 步的模型还没有成为实验。</numerusform>
        </translation>
    </message>
    <message>
        <source>The data that were typed for a training were not learnt from.</source>
        <translation>为训练输入的数据还没有学习过。</translation>
    </message>
    <message numerus="yes">
        <source>The training of %n step(s) that was put aside was not taken over as the experiment.</source>
        <translation>
            <numerusform>放在一边的、训练了 %n 步的模型还没有成为实验。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Typed</name>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scaled score</source>
        <translation>缩放后的得分</translation>
    </message>
    <message>
        <source>masked score</source>
        <translation>掩码后的得分</translation>
    </message>
    <message>
        <source>weight after dropout</source>
        <translation>丢弃后的权重</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>序列 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between places</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>typed, would be %1</source>
        <translation>改写，原为 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n number(s) typed</source>
        <translation>
            <numerusform>改写了 %n 个数</numerusform>
        </translation>
    </message>
    <message>
        <source>Shown is %1, not the experiment: nothing can be typed into it.</source>
        <translation>显示的是%1，不是实验：不能在其中输入数。</translation>
    </message>
    <message>
        <source>Nothing can be typed into words that are merged from their pieces; show the pieces.</source>
        <translation>由词片并成的词不能输入数；请显示词片。</translation>
    </message>
</context>
<context>
    <name>WindowKeys</name>
    <message>
        <source>next stage</source>
        <translation>下一阶段</translation>
    </message>
    <message>
        <source>stage or cell</source>
        <translation>阶段或单元格</translation>
    </message>
    <message>
        <source>first, last stage</source>
        <translation>第一、最后一个阶段</translation>
    </message>
    <message>
        <source>block of a model</source>
        <translation>模型的模块</translation>
    </message>
    <message>
        <source>one head</source>
        <translation>单个头</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>allow or forbid a pair</source>
        <translation>允许或禁止一对</translation>
    </message>
    <message>
        <source>spotlight</source>
        <translation>聚光</translation>
    </message>
    <message>
        <source>a trained model goes on</source>
        <translation>训练好的模型续写</translation>
    </message>
    <message>
        <source>a lesson goes on</source>
        <translation>课程继续</translation>
    </message>
    <message>
        <source>hint of its slide</source>
        <translation>课程幻灯片的提示</translation>
    </message>
    <message>
        <source>black screen while presenting</source>
        <translation>演示时黑屏</translation>
    </message>
    <message>
        <source>copy the matrix</source>
        <translation>复制矩阵</translation>
    </message>
    <message>
        <source>let go, then leave</source>
        <translation>放开，然后离开</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>presentation</source>
        <translation>演示模式</translation>
    </message>
</context>
<context>
    <name>WordNotes</name>
    <message>
        <source>not learnt</source>
        <translation>没有学过</translation>
    </message>
</context>
<context>
    <name>Worksheet</name>
    <message>
        <source>To be computed by hand, queries and keys are those of the experiment times %1: where a query may look at several keys, their weights lie between %2 and %3.</source>
        <translation>为便于手算，查询和键取实验中的 %1 倍：一个查询可以看几个键时，这些权重在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>row times column: multiply place by place, add up, then add the bias of the column</source>
        <translation>行乘列：逐位相乘再求和，最后加上该列的偏置</translation>
    </message>
    <message>
        <source>row times column: multiply place by place, add up</source>
        <translation>行乘列：逐位相乘再求和</translation>
    </message>
    <message>
        <source>row of the query times row of the key: multiply place by place, add up</source>
        <translation>查询的行乘键的行：逐位相乘再求和</translation>
    </message>
    <message>
        <source>each score by itself</source>
        <translation>每个得分单独计算</translation>
    </message>
    <message>
        <source>place by place; −∞ where the query may not look at the key</source>
        <translation>逐位相加；查询不可看该键处为 −∞</translation>
    </message>
    <message>
        <source>row by row: e to the power of what stands in the brackets, divided by the sum of these over the row</source>
        <translation>逐行计算：以括号中的数为 e 的指数，再除以该行这些值之和</translation>
    </message>
    <message>
        <source>row by row: e to the power of the score, divided by the sum of these over the row</source>
        <translation>逐行计算：以得分为 e 的指数，再除以该行这些值之和</translation>
    </message>
    <message>
        <source>row of the weights times column of the values: multiply place by place, add up</source>
        <translation>权重的行乘值的列：逐位相乘再求和</translation>
    </message>
    <message>
        <source>nothing is computed: heads stand side by side, in their order</source>
        <translation>不需计算：各头按顺序并排</translation>
    </message>
    <message>
        <source>Compute what belongs in the numbered boxes, from the numbers as they are printed.</source>
        <translation>根据纸上印出的数，算出带编号方框中的数。</translation>
    </message>
    <message>
        <source>Round to whole numbers.</source>
        <translation>结果四舍五入为整数。</translation>
    </message>
    <message numerus="yes">
        <source>Round to %n decimals.</source>
        <translation>
            <numerusform>结果保留 %n 位小数。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some need the result of a box before them: take it rounded.</source>
        <translation>有些方框要用到前面方框的结果：请用四舍五入后的值。</translation>
    </message>
    <message>
        <source>sequence %1 of %2</source>
        <translation>第 %1 个序列（共 %2 个）</translation>
    </message>
    <message>
        <source>only the first %1 of %2 tokens, computed anew</source>
        <translation>只取 %2 个词元中的前 %1 个，重新计算</translation>
    </message>
    <message>
        <source>head %1 of %2</source>
        <translation>头 %1（共 %2 个）</translation>
    </message>
    <message>
        <source>Attention by hand</source>
        <translation>手算注意力</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Solutions</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>the program: %1</source>
        <translation>程序：%1</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Computed from the numbers as printed. The program does not round in between: where its own number reads otherwise, it stands in brackets.</source>
        <translation>按印出的数计算。程序中间不取整：程序自己的数若读作别的值，写在括号里。</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Numbers with a star were typed and come of no others.</source>
        <translation>带星号的数是手工填写的，不由别的数得来。</translation>
    </message>
</context>
<context>
    <name>headscope::Actions</name>
    <message>
        <source>&amp;Print figure…</source>
        <translation>打印图(&amp;P)…</translation>
    </message>
    <message>
        <source>Projector window</source>
        <translation>投影窗口</translation>
    </message>
    <message>
        <source>&amp;Keep this view…</source>
        <translation>保留此视图…(&amp;K)</translation>
    </message>
    <message>
        <source>Views prepared be&amp;forehand</source>
        <translation>预备的视图(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Walk through them: Space, Page Down, Page Up; Esc ends it</source>
        <translation>依次观看：空格、Page Down、Page Up；Esc 结束(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Arrange…</source>
        <translation>整理…(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>导出图(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>复制图(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Next sta&amp;ge</source>
        <translation>下一阶段(&amp;G)</translation>
    </message>
    <message>
        <source>Pre&amp;vious stage</source>
        <translation>上一阶段(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;All heads</source>
        <translation>所有头(&amp;A)</translation>
    </message>
    <message>
        <source>Values in &amp;cells</source>
        <translation>单元格中显示数值(&amp;C)</translation>
    </message>
    <message>
        <source>Ro&amp;ws are keys</source>
        <translation>以键为行(&amp;W)</translation>
    </message>
    <message>
        <source>Set&amp;up and tensors</source>
        <translation>设置与张量(&amp;U)</translation>
    </message>
    <message>
        <source>Inspect&amp;or</source>
        <translation>检查器(&amp;O)</translation>
    </message>
    <message>
        <source>Prese&amp;ntation</source>
        <translation>演示模式(&amp;N)</translation>
    </message>
    <message>
        <source>Re&amp;duced motion</source>
        <translation>减少动画(&amp;D)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;More heads</source>
        <translation>增加头(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Fewer heads</source>
        <translation>减少头(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Causal mask</source>
        <translation>因果掩码(&amp;C)</translation>
    </message>
    <message>
        <source>Allow or forbid the &amp;asked pair</source>
        <translation>允许或禁止当前这一对(&amp;A)</translation>
    </message>
    <message>
        <source>New &amp;seed</source>
        <translation>更换种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;What am I looking at?</source>
        <translation>我看到的是什么？(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;About HeadScope</source>
        <translation>关于 HeadScope(&amp;A)</translation>
    </message>
    <message>
        <source>Export a&amp;nimation…</source>
        <translation>导出动画(&amp;N)…</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>重新载入(&amp;L)</translation>
    </message>
    <message>
        <source>Copy &amp;matrix</source>
        <translation>复制矩阵(&amp;M)</translation>
    </message>
    <message>
        <source>Export &amp;data…</source>
        <translation>导出数据(&amp;D)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Spotlight on the asked row and colu&amp;mn</source>
        <translation>聚光于所问的行与列(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Worksheet…</source>
        <translation>练习纸(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Own lesson…</source>
        <translation>自己的课程(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Leave the lesson</source>
        <translation>离开课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Hide answers</source>
        <translation>隐藏答案(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Next on projector</source>
        <translation>投影下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Clear progress</source>
        <translation>清除进度(&amp;C)</translation>
    </message>
    <message>
        <source>Mean and largest of the heads</source>
        <translation>各头的平均与最大</translation>
    </message>
    <message>
        <source>&amp;Begin here</source>
        <translation>从这里开始(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Handbook</source>
        <translation>手册(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;model…</source>
        <translation>打开模型(&amp;M)…</translation>
    </message>
    <message>
        <source>Pieces merged to words</source>
        <translation>把词片并成词</translation>
    </message>
</context>
<context>
    <name>headscope::AnswerSlot</name>
    <message>
        <source>computed here</source>
        <translation>在这里算出</translation>
    </message>
</context>
<context>
    <name>headscope::AttentionPanel</name>
    <message>
        <source>scores, before the softmax</source>
        <translation>softmax 之前的分数</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##.</source>
        <translation>按分词器切分的样子显示，带有 ▁、Ġ、## 等标记。</translation>
    </message>
    <message>
        <source>Pieces as they are</source>
        <translation>原样的词片</translation>
    </message>
    <message>
        <source>Whether the values are weights, or scores before the softmax, which is then computed.</source>
        <translation>这些值是权重，还是 softmax 之前的分数（随后算出 softmax）。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What each axis of the array counts.</source>
        <translation>数组的每个轴数的是什么。</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>The words that are looked at.</source>
        <translation>被看的词。</translation>
    </message>
    <message>
        <source>Words of the keys</source>
        <translation>键的词</translation>
    </message>
    <message>
        <source>The words of the queries, and of the keys where those are no others. Brackets hold one together: [New York]</source>
        <translation>查询的词；键没有自己的词时也用它们。方括号把一个词合在一起：[New York]</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Attention from a file</source>
        <translation>文件中的注意力</translation>
    </message>
    <message>
        <source>name the words</source>
        <translation>命名词</translation>
    </message>
    <message>
        <source>%1 arrays, the first of them %2</source>
        <translation>%1 个数组，第一个为 %2</translation>
    </message>
    <message>
        <source>show the pieces as text</source>
        <translation>把词片显示为文字</translation>
    </message>
    <message>
        <source>show the pieces as they are</source>
        <translation>按原样显示词片</translation>
    </message>
    <message>
        <source>read the values as weights</source>
        <translation>把值读作权重</translation>
    </message>
    <message>
        <source>read the values as scores</source>
        <translation>把值读作分数</translation>
    </message>
    <message>
        <source>read the axes as %1</source>
        <translation>把轴读作 %1</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>headscope::AxesBar</name>
    <message>
        <source>Read as (there are other ways):</source>
        <translation>读作（还有别的读法）：</translation>
    </message>
    <message>
        <source>%1 could be read in several ways. It is read as</source>
        <translation>%1 有几种读法。现在读作</translation>
    </message>
    <message>
        <source>That is right</source>
        <translation>没错</translation>
    </message>
</context>
<context>
    <name>headscope::AxisShapeLabel</name>
    <message>
        <source>Shape %1: %2</source>
        <translation>形状 %1：%2</translation>
    </message>
</context>
<context>
    <name>headscope::BeginHere</name>
    <message>
        <source>BEGIN HERE</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>a question, then the answer</source>
        <translation>先提问，再揭晓</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>Watch it step by step</source>
        <translation>逐步观看</translation>
    </message>
    <message>
        <source>X to output, every product</source>
        <translation>从 X 到输出，每一次相乘</translation>
    </message>
    <message>
        <source>Space goes on</source>
        <translation>空格键继续</translation>
    </message>
    <message>
        <source>My own sentence</source>
        <translation>我自己的句子</translation>
    </message>
    <message>
        <source>type it above, or drop files:</source>
        <translation>在上面输入，或拖入文件：</translation>
    </message>
    <message>
        <source>q.npy, w.safetensors …</source>
        <translation>q.npy、w.safetensors……</translation>
    </message>
    <message>
        <source>Hide this</source>
        <translation>不再显示</translation>
    </message>
    <message>
        <source>back in Help</source>
        <translation>可在“帮助”中找回</translation>
    </message>
</context>
<context>
    <name>headscope::BiasBoxes</name>
    <message>
        <source>The projection with W_%1 adds a number to each of its columns</source>
        <translation>W_%1 的投影给每一列加上一个数</translation>
    </message>
    <message>
        <source>Bias of %1</source>
        <translation>%1 的偏置</translation>
    </message>
</context>
<context>
    <name>headscope::BlockStrip</name>
    <message>
        <source>Blocks of the model</source>
        <translation>模型的各模块</translation>
    </message>
</context>
<context>
    <name>headscope::CellTyping</name>
    <message>
        <source>%1 of head %2, query %3, key %4; type a number</source>
        <translation>头 %2 的%1，查询 %3，键 %4；请输入一个数</translation>
    </message>
    <message>
        <source>Type another number…</source>
        <translation>改写这个数…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
</context>
<context>
    <name>headscope::ChoiceAnswer</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>✓ computed</source>
        <translation>✓ 算出来的</translation>
    </message>
</context>
<context>
    <name>headscope::ColourChoices</name>
    <message>
        <source>typed …</source>
        <translation>输入的 …</translation>
    </message>
    <message>
        <source>From and to, such as 0:0.25</source>
        <translation>从哪里到哪里，例如 0:0.25</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What the two ends of the colour bar stand for</source>
        <translation>色条两端代表的值</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation>颜色的范围</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>白纸</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>per head</source>
        <translation>各头单独</translation>
    </message>
    <message>
        <source>per row</source>
        <translation>每行</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>Colours by the square root: small weights are told apart. A quarter of the range stands in the middle of the bar; around 0, at both sides.</source>
        <translation>颜色按平方根：小的权重也能区分。范围的四分之一处位于色条中央；若以 0 为中心，则两侧各如此。</translation>
    </message>
    <message>
        <source>Colour map; scores are drawn from blue to red around 0 unless it is grey, or paper, which is white and darker the more there is</source>
        <translation>色图；得分以 0 为中心从蓝到红，灰度和白纸除外；白纸是白底，值越大越深</translation>
    </message>
    <message>
        <source>Two numbers are needed, the first below the second.</source>
        <translation>需要两个数，前一个小于后一个。</translation>
    </message>
</context>
<context>
    <name>headscope::CompareControls</name>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>A for B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>Pin now as A</source>
        <translation>把现在固定为 A</translation>
    </message>
    <message>
        <source>What is pinned</source>
        <translation>已固定的状态</translation>
    </message>
    <message>
        <source>Keeps the state as it stands, to compare with (P)</source>
        <translation>保留当前状态，供比较（P）</translation>
    </message>
    <message>
        <source>%1 edits</source>
        <translation>%1 处修改</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 行</translation>
    </message>
    <message>
        <source>B with this edit, or without it</source>
        <translation>B 是否包含这处修改</translation>
    </message>
    <message>
        <source>Open a file …</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <source>Experiments and attentions (%1)</source>
        <translation>实验和注意力 (%1)</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Nothing is pinned yet</source>
        <translation>还没有固定任何状态</translation>
    </message>
    <message>
        <source>Rename the pin</source>
        <translation>重命名固定的状态</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
</context>
<context>
    <name>headscope::CompareView</name>
    <message>
        <source>Comparison of two states</source>
        <translation>两个状态的比较</translation>
    </message>
    <message>
        <source>query %1, key %2: A %3, B %4</source>
        <translation>查询 %1，键 %2：A %3，B %4</translation>
    </message>
    <message>
        <source>Numbers are typed into one state, not into a comparison.</source>
        <translation>数要输入到一个状态里，不能输入到比较里。</translation>
    </message>
</context>
<context>
    <name>headscope::ComparingPage</name>
    <message>
        <source>one state</source>
        <translation>单个状态</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Two states beside each other: what did my edit do?</source>
        <translation>两个状态并排：我的修改有什么作用？</translation>
    </message>
    <message>
        <source>Pinned as A.</source>
        <translation>已固定为 A。</translation>
    </message>
    <message>
        <source>Pinned as A: compare shows what changes from here on.</source>
        <translation>已固定为 A：“比较”显示此后的变化。</translation>
    </message>
    <message>
        <source>keep the state as A of a comparison</source>
        <translation>把当前状态保留为比较的 A</translation>
    </message>
    <message>
        <source>while pressed, A in the place of B</source>
        <translation>按住时，在 B 的位置看 A</translation>
    </message>
</context>
<context>
    <name>headscope::Comparisons</name>
    <message>
        <source>a state before</source>
        <translation>之前的状态</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>“%1”之后</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
</context>
<context>
    <name>headscope::ContinuePanel</name>
    <message>
        <source>return to a text</source>
        <translation>回到一段文本</translation>
    </message>
    <message>
        <source>The model has no place for another token.</source>
        <translation>模型没有再放一个词元的位置。</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%2 个词元中的 %1 个</translation>
    </message>
    <message>
        <source>go on with the text</source>
        <translation>续写文本</translation>
    </message>
    <message>
        <source>The model ends the text here.</source>
        <translation>模型在这里结束文本。</translation>
    </message>
    <message>
        <source>take “%1”</source>
        <translation>采用“%1”</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>the likeliest</source>
        <translation>最可能的</translation>
    </message>
    <message>
        <source>top %1</source>
        <translation>前 %1</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>How the next tokens are chosen from the likely ones.</source>
        <translation>怎样从可能的词元里选出下一个。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Logits are divided by it: below 1 the likely tokens become likelier. 0 always takes the likeliest.</source>
        <translation>logits 除以它：小于 1 时可能的词元更加可能。0 总是取最可能的。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only so many of the likeliest tokens can be drawn. 0: all.</source>
        <translation>只从这么多个最可能的词元里抽取。0：全部。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that together reach this probability can be drawn.</source>
        <translation>只从概率合计达到此值的最可能词元里抽取。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed draws the same tokens.</source>
        <translation>同一种子抽出同样的词元。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>How many tokens are drawn at most.</source>
        <translation>最多抽取多少个词元。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Draws tokens and appends them, one after the other. G draws one, Esc stops.</source>
        <translation>逐个抽取词元并接在后面。G 抽取一个，Esc 停止。</translation>
    </message>
    <message>
        <source>Another</source>
        <translation>换一种</translation>
    </message>
    <message>
        <source>Draws other tokens in the place of the last ones, by the next seed.</source>
        <translation>用下一个种子抽出别的词元，代替刚才的。</translation>
    </message>
    <message>
        <source>Other continuations</source>
        <translation>其他续写</translation>
    </message>
    <message>
        <source>A click returns to the text.</source>
        <translation>单击回到那段文本。</translation>
    </message>
</context>
<context>
    <name>headscope::DataExport</name>
    <message>
        <source>Export data</source>
        <translation>导出数据</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>all sequences and heads</source>
        <translation>全部序列与头</translation>
    </message>
    <message>
        <source>the matrix that is shown</source>
        <translation>当前显示的矩阵</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>.npy: float32, as it was computed. .csv and .tsv: a line for each number, with its places and words.</source>
        <translation>.npy：float32，与计算所得一致。.csv 和 .tsv：每个数一行，带有其位置和词。</translation>
    </message>
    <message>
        <source>.npy: rows and columns as they are drawn. .csv and .tsv: the same with the words at both axes.</source>
        <translation>.npy：行和列与所绘一致。.csv 和 .tsv：同样的内容，两个轴上带有词。</translation>
    </message>
    <message>
        <source>table with tabs</source>
        <translation>制表符分隔的表</translation>
    </message>
    <message>
        <source>The name must end in .npy, .csv or .tsv.</source>
        <translation>文件名须以 .npy、.csv 或 .tsv 结尾。</translation>
    </message>
</context>
<context>
    <name>headscope::Document</name>
    <message>
        <source>keep views</source>
        <translation>保留视图</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n typed number(s) went with the block</source>
        <translation>
            <numerusform>%n 个改写的数随所在的块一起消失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n typed number(s) went with their places</source>
        <translation>
            <numerusform>%n 个改写的数随所在的位置一起消失</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ExperimentFile</name>
    <message>
        <source>say what the weights are</source>
        <translation>说明权重是什么</translation>
    </message>
    <message>
        <source>name the words</source>
        <translation>命名词</translation>
    </message>
    <message>
        <source>open an attention</source>
        <translation>打开注意力</translation>
    </message>
    <message>
        <source>HeadScope experiments (*.headscope);;All files (*)</source>
        <translation>HeadScope 实验 (*.headscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Experiments, attentions, inputs and weights (%1);;All files (*)</source>
        <translation>实验、注意力、输入和权重 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>open inputs and weights</source>
        <translation>打开输入和权重</translation>
    </message>
    <message>
        <source>Open an experiment, or inputs and weights together</source>
        <translation>打开实验，或同时打开输入和权重</translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation>“%1”有未保存的更改。</translation>
    </message>
    <message>
        <source>This experiment</source>
        <translation>此实验</translation>
    </message>
    <message>
        <source>“%1” was changed and not saved before you opened an example. Cancel, and Undo leads back to it.</source>
        <translation>打开示例之前，“%1”有更改且未保存。取消后可用“撤销”返回。</translation>
    </message>
    <message>
        <source>Another experiment</source>
        <translation>另一个实验</translation>
    </message>
    <message>
        <source>reload the file</source>
        <translation>重新载入文件</translation>
    </message>
    <message>
        <source>Saved with %1 of the %2 recorded steps of the training: a history may have %3 MB in a file, so steps between were left out.</source>
        <translation>已保存；训练记录的 %2 步中留下 %1 步：文件里的历史最多 %3 MB，所以略去了中间的一些步。</translation>
    </message>
    <message>
        <source>open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Open the folder of a trained model</source>
        <translation>打开训练好的模型的文件夹</translation>
    </message>
    <message>
        <source>read the file again</source>
        <translation>重新读取文件</translation>
    </message>
    <message>
        <source>“%1” was read again</source>
        <translation>已重新读取“%1”</translation>
    </message>
</context>
<context>
    <name>headscope::ExportDialog</name>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>values in cells, where they fit</source>
        <translation>单元格中显示数值（放得下时）</translation>
    </message>
    <message>
        <source>Export the figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>The preview is being painted …</source>
        <translation>正在绘制预览……</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>screen, 1600 × 900</source>
        <translation>屏幕，1600 × 900</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>自定义尺寸</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>毫米</translation>
    </message>
    <message>
        <source>in</source>
        <translation>英寸</translation>
    </message>
    <message>
        <source>pixels, for slides and web pages</source>
        <translation>像素图，用于幻灯片和网页</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>light, on white</source>
        <translation>浅色，白底</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>letters a, b, c … at the heads</source>
        <translation>各头标上 a、b、c …</translation>
    </message>
    <message>
        <source>no margin beyond the content</source>
        <translation>页面裁至内容</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Subtitle</source>
        <translation>副标题</translation>
    </message>
    <message>
        <source>slide, 16:9</source>
        <translation>幻灯片，16:9</translation>
    </message>
    <message>
        <source>one column, 85 mm</source>
        <translation>单栏，85 毫米</translation>
    </message>
    <message>
        <source>two columns, 174 mm</source>
        <translation>双栏，174 毫米</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>of all heads</source>
        <translation>全部头</translation>
    </message>
    <message>
        <source>of each head</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>as it fits</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>what is shown</source>
        <translation>所示内容</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>where the numbers come from</source>
        <translation>数值来源</translation>
    </message>
    <message>
        <source>what the figure says of itself</source>
        <translation>图的自述</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>of each row</source>
        <translation>每一行</translation>
    </message>
    <message>
        <source>Small weights are told apart</source>
        <translation>小的权重也能区分</translation>
    </message>
    <message>
        <source>colours by square root</source>
        <translation>颜色按平方根</translation>
    </message>
    <message>
        <source>only the part that is seen</source>
        <translation>只要看得见的部分</translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation>各头的平均值</translation>
    </message>
</context>
<context>
    <name>headscope::Exporter</name>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Print the figure</source>
        <translation>打印图</translation>
    </message>
    <message>
        <source>copying the figure … Esc gives it up</source>
        <translation>正在复制图……按 Esc 放弃</translation>
    </message>
    <message>
        <source>The figure is on the clipboard, as PNG and SVG.</source>
        <translation>图已复制到剪贴板（PNG 和 SVG）。</translation>
    </message>
    <message>
        <source>There is no matrix here to copy.</source>
        <translation>这里没有可复制的矩阵。</translation>
    </message>
    <message>
        <source>Nothing was copied.</source>
        <translation>没有复制任何内容。</translation>
    </message>
</context>
<context>
    <name>headscope::FieldRow</name>
    <message>
        <source>Use %1</source>
        <translation>改用 %1</translation>
    </message>
</context>
<context>
    <name>headscope::FileActions</name>
    <message>
        <source>“%1” was changed by another program; File ▸ Reload (F5) shows what it holds now</source>
        <translation>“%1”已被其他程序更改；“文件 ▸ 重新载入”(F5) 显示其当前内容</translation>
    </message>
    <message>
        <source>open an example</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Example of the lesson</source>
        <translation>这一课的例子</translation>
    </message>
</context>
<context>
    <name>headscope::HandbookWindow</name>
    <message>
        <source>%1 – HeadScope handbook</source>
        <translation>%1 – HeadScope 手册</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Back  (Alt+←)</source>
        <translation>后退（Alt+←）</translation>
    </message>
    <message>
        <source>Forward  (Alt+→)</source>
        <translation>前进（Alt+→）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Search in all chapters</source>
        <translation>搜索所有章节</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章节</translation>
    </message>
</context>
<context>
    <name>headscope::HeadReport</name>
    <message>
        <source>WHAT HAS EACH HEAD LEARNT?</source>
        <translation>每个头学到了什么？</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>at step %1 and %2</source>
        <translation>第 %1 步与第 %2 步</translation>
    </message>
    <message numerus="yes">
        <source>%n learnt sentence(s), %1</source>
        <translation>
            <numerusform>%n 个学过的句子，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held-out sentence(s), %1</source>
        <translation>
            <numerusform>%n 个留出的句子，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>entropy: how widely a head looks; nobody knows where it should</source>
        <translation>熵：一个头看得多散；没人知道它该看哪里</translation>
    </message>
    <message>
        <source>agreement: share of the weight on the right words; dashed: chance</source>
        <translation>一致度：落在正确的词上的权重份额；虚线：随机</translation>
    </message>
    <message>
        <source>agreement, of 1</source>
        <translation>一致度，满分 1</translation>
    </message>
    <message>
        <source>%1, of 1</source>
        <translation>%1，满分 1</translation>
    </message>
    <message>
        <source>entropy in bits, of %1</source>
        <translation>熵（比特），至多 %1</translation>
    </message>
    <message>
        <source>share, step %1</source>
        <translation>份额，第 %1 步</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>随机</translation>
    </message>
</context>
<context>
    <name>headscope::HeadsOffPanel</name>
    <message numerus="yes">
        <source>%n heads switched off</source>
        <translation>
            <numerusform>关掉了 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>by 0</source>
        <translation>换成 0</translation>
    </message>
    <message>
        <source>by the mean</source>
        <translation>换成均值</translation>
    </message>
    <message>
        <source>What stands in the place of what these heads give: nothing, or at every token its mean over the text</source>
        <translation>用什么代替这些头给出的：什么也没有，或在每个词元处用它在整个文本上的均值</translation>
    </message>
    <message>
        <source>Heads switched off</source>
        <translation>关掉的头</translation>
    </message>
    <message>
        <source>A click or Enter switches the head on again.</source>
        <translation>单击或按 Enter 再打开这个头。</translation>
    </message>
    <message>
        <source>All on</source>
        <translation>全部打开</translation>
    </message>
</context>
<context>
    <name>headscope::HeadsPage</name>
    <message>
        <source>comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>多头</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>&amp;Heads view</source>
        <translation>多头视图(&amp;H)</translation>
    </message>
    <message>
        <source>Each square matrix is one head. A row is a query: the token that looks. A column is a key: the token that is looked at. The colour and the number of a cell say how much of its attention the query gives to the key; every row of the weights sums to 1. Double-click a score or a weight, or press F2, to type another number: all behind it is computed from that, a pin marks it, and Delete restores the computed one. Compare puts two states beside each other and says what moved from A to B; P pins the state as it stands as A. L fades all but the asked row and column.</source>
        <translation>每个方阵是一个头。行是查询，即在看的词元；列是键，即被看的词元。单元格的颜色和数值表示查询分给该键多少注意力；权重的每一行之和为 1。双击一个得分或权重，或按 F2，可以输入另一个数：其后的一切都由它算出，图钉标出它，Delete 还原它。“比较”把两个状态并排，说明从 A 到 B 移动了什么；P 把当前状态固定为 A。L 让所问的行和列以外的都变淡。</translation>
    </message>
    <message>
        <source>the cell above, below</source>
        <translation>上面、下面的单元格</translation>
    </message>
    <message>
        <source>lock the question</source>
        <translation>锁定问题</translation>
    </message>
    <message>
        <source>zoom in, out, all of it</source>
        <translation>放大、缩小、显示全部</translation>
    </message>
    <message>
        <source>type another number</source>
        <translation>输入另一个数</translation>
    </message>
    <message>
        <source>the computed one again</source>
        <translation>还原算出的数</translation>
    </message>
    <message>
        <source>head off or on, all of its layer</source>
        <translation>关掉或打开头，它那一层的全部</translation>
    </message>
</context>
<context>
    <name>headscope::HeadsView</name>
    <message>
        <source>Heads: attention matrices</source>
        <translation>头：注意力矩阵</translation>
    </message>
    <message>
        <source>Whole matrix</source>
        <translation>整个矩阵</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Drag the frame, or click to jump. Home shows the whole matrix.</source>
        <translation>拖动方框，或单击跳转。按 Home 显示整个矩阵。</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Copy the figure of the heads</source>
        <translation>复制各头的图</translation>
    </message>
</context>
<context>
    <name>headscope::Help</name>
    <message>
        <source>Above it stands which block of the model you see; Page Up and Page Down go to the one before and behind. Layers shows every head of every layer at once.</source>
        <translation>其上方标出当前看的是模型的哪个模块；Page Up 和 Page Down 前往前一个和后一个。“层”一次显示每层的每个头。</translation>
    </message>
    <message>
        <source>Lesson, in presentation mode and on the projector: Space shows the answer, then goes on · H hint · N goes on in any case: what nobody answered is shown first, or passed while answers are hidden</source>
        <translation>演示模式和投影中的课程：空格揭晓答案，再按继续 · H 提示 · N 总能往下走：没有作答的先揭晓，隐藏答案时直接跳过</translation>
    </message>
    <message>
        <source>What am I looking at?</source>
        <translation>我看到的是什么？</translation>
    </message>
    <message>
        <source>&amp;Handbook (F1)</source>
        <translation>手册(&amp;H)（F1）</translation>
    </message>
    <message>
        <source>About HeadScope</source>
        <translation>关于 HeadScope</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;HeadScope %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Shows what multi-head attention really does. Every number on screen is computed.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. Uses Qt, Eigen and QCustomPlot.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;HeadScope %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;展示多头注意力真正做了什么。屏幕上的每个数都是计算出来的。&lt;/p&gt;&lt;p&gt;自由软件，依 GNU 通用公共许可证第 3 版或更高版本发布。使用 Qt、Eigen 和 QCustomPlot。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>The strip above is the computation, from the embeddings X to the output; now you see: &lt;b&gt;%1&lt;/b&gt;.</source>
        <translation>上方的流程条是整个计算，从嵌入 X 到输出；当前显示：&lt;b&gt;%1&lt;/b&gt;。</translation>
    </message>
    <message>
        <source>Hover a cell to ask where its number comes from, click to lock the question, Esc to release it.</source>
        <translation>指向单元格可查看其中的数从何而来，单击锁定，按 Esc 解锁。</translation>
    </message>
    <message>
        <source>Keys: %1</source>
        <translation>按键：%1</translation>
    </message>
</context>
<context>
    <name>headscope::Inspector</name>
    <message>
        <source>WHERE DOES THIS NUMBER COME FROM?</source>
        <translation>这个数从何而来？</translation>
    </message>
    <message>
        <source>Release the locked cell</source>
        <translation>解锁单元格</translation>
    </message>
    <message>
        <source>Locked: this cell stays while the pointer moves. Click or press Esc to release it.</source>
        <translation>已锁定：移动指针时此单元格保持不变。单击或按 Esc 解锁。</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>WHAT EACH HEAD LOOKS AT</source>
        <translation>每个头看什么</translation>
    </message>
    <message>
        <source>This number</source>
        <translation>这个数</translation>
    </message>
    <message>
        <source>Each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>What each head looks at</source>
        <translation>每个头看什么</translation>
    </message>
    <message>
        <source>WHAT HEADS COST</source>
        <translation>头的代价</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>What heads cost</source>
        <translation>头的代价</translation>
    </message>
</context>
<context>
    <name>headscope::LayersBar</name>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Under each head</source>
        <translation>每个头下面</translation>
    </message>
    <message>
        <source>A bar under every head, on its whole possible range; the mark is where an even spread would be</source>
        <translation>每个头下面一条，按其全部可能范围画；竖线是平均分配时的位置</translation>
    </message>
    <message>
        <source>by their numbers</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>layers by their means</source>
        <translation>层按平均值</translation>
    </message>
    <message>
        <source>heads by their means</source>
        <translation>头按平均值</translation>
    </message>
    <message>
        <source>layers and heads</source>
        <translation>层和头都按平均值</translation>
    </message>
    <message>
        <source>within each layer</source>
        <translation>每层各自排列</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>By what stands under the heads, the largest first. Heads of one number have nothing else in common from layer to layer: within each layer they can stand in an order of their own</source>
        <translation>按头下面的数值，大的在前。各层同一编号的头除编号外并无关联：每层的头可以各自排列</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>放大显示</translation>
    </message>
    <message>
        <source>What is shown large; hold A to see A</source>
        <translation>放大显示哪一个；按住 A 看 A</translation>
    </message>
    <message>
        <source>Click to see that head large.</source>
        <translation>单击放大看这个头。</translation>
    </message>
</context>
<context>
    <name>headscope::LayersPage</name>
    <message>
        <source>overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Every head of every layer at once</source>
        <translation>一次显示每层的每个头</translation>
    </message>
    <message>
        <source>La&amp;yers view</source>
        <translation>各层视图(&amp;Y)</translation>
    </message>
    <message>
        <source>Every small matrix is one head of one layer: rows are queries, columns are keys. The one that is pointed at stands large beside them; a click chooses it, a double click or Enter opens it. The bar under each says what it looks at, the mark in it where an even spread would be. Compare shows what moved from A to B in every head.</source>
        <translation>每个小矩阵是一层中的一个头：行是查询，列是键。指着的那个在旁边放大显示；单击选中，双击或 Enter 打开。每个下面的条说明它在看什么，竖线是平均分配时的位置。“比较”显示每个头从 A 到 B 移动了什么。</translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation>各头的平均</translation>
    </message>
    <message>
        <source>the head above, below</source>
        <translation>上面、下面的头</translation>
    </message>
    <message>
        <source>open the head</source>
        <translation>打开这个头</translation>
    </message>
    <message>
        <source>head off or on, all of its layer</source>
        <translation>关掉或打开头，它那一层的全部</translation>
    </message>
</context>
<context>
    <name>headscope::LayersView</name>
    <message>
        <source>Layers and heads</source>
        <translation>层与头</translation>
    </message>
    <message>
        <source>Click to choose it, double click to open it in Heads.</source>
        <translation>单击选中，双击在“多头”中打开。</translation>
    </message>
    <message>
        <source>Switched off: %1</source>
        <translation>已关掉：%1</translation>
    </message>
</context>
<context>
    <name>headscope::LeftSide</name>
    <message>
        <source>Setup</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>own lesson</source>
        <translation>自己的课程</translation>
    </message>
</context>
<context>
    <name>headscope::LensPage</name>
    <message>
        <source>Lens</source>
        <translation>透镜</translation>
    </message>
    <message>
        <source>What each layer would say at each token</source>
        <translation>每一层在每个词元处会说什么</translation>
    </message>
    <message>
        <source>Lens, layer &amp;by layer</source>
        <translation>透镜视图(&amp;B)</translation>
    </message>
    <message>
        <source>The logit lens: what stands behind each layer goes through the final norm and is multiplied by the vocabulary, as if that layer were the last. Each cell has the likeliest token and its probability; pointing at it tells the next two, a click goes to that layer. The last row is what the model says.</source>
        <translation>logit 透镜：每一层后面的残差流走过最终归一化，再乘词表，就像这一层是最后一层那样。每格是最可能的词元和它的概率；指向它会说出后两个，单击转到那一层。最后一行就是模型说的话。</translation>
    </message>
    <message>
        <source>lens</source>
        <translation>透镜</translation>
    </message>
    <message>
        <source>the cell above, below</source>
        <translation>上面、下面的单元格</translation>
    </message>
    <message>
        <source>go to that layer</source>
        <translation>到那一层去</translation>
    </message>
</context>
<context>
    <name>headscope::LessonDots</name>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>第 %1 课，共 %2 课</translation>
    </message>
    <message>
        <source>%1; none is done yet</source>
        <translation>%1；还没有完成的</translation>
    </message>
    <message>
        <source>%1; done: %2</source>
        <translation>%1；已完成：%2</translation>
    </message>
</context>
<context>
    <name>headscope::LessonMode</name>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.lesson.json);;All files (*)</source>
        <translation>课程 (*.lesson.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The progress of the lessons is cleared.</source>
        <translation>课程进度已清除。</translation>
    </message>
    <message>
        <source>No lesson has a question about that sentence.</source>
        <translation>没有哪一课能用这个句子出题。</translation>
    </message>
    <message>
        <source>The questions of the lesson are about this sentence: behind the last one it can be changed.</source>
        <translation>这一课的问题问的就是这句话：答完最后一题就可以改。</translation>
    </message>
</context>
<context>
    <name>headscope::LessonNextWords</name>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
</context>
<context>
    <name>headscope::LessonPanel</name>
    <message>
        <source>Type my own sentence</source>
        <translation>输入我自己的句子</translation>
    </message>
    <message>
        <source>A question on my sentence</source>
        <translation>用我的句子问一道题</translation>
    </message>
    <message>
        <source>Back to my sentence</source>
        <translation>回到我的句子</translation>
    </message>
    <message>
        <source>That was the last lesson. Try one question on your own sentence.</source>
        <translation>这是最后一课。用你自己的句子试一道题吧。</translation>
    </message>
    <message>
        <source>Next lesson: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>回到课程</translation>
    </message>
    <message>
        <source>The same question, now about what you had.</source>
        <translation>同一道题，现在问的是你原来的内容。</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>离开课程</translation>
    </message>
    <message>
        <source>Leave the lesson: what you had comes back as it was (Esc)</source>
        <translation>离开课程：原来的内容原样回来（Esc）</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>下一题</translation>
    </message>
    <message>
        <source>Hide answers</source>
        <translation>隐藏答案</translation>
    </message>
    <message>
        <source>Hides answers, explanations and what gives them away, here and on the projector</source>
        <translation>隐藏答案、讲解和会泄露答案的内容，这里和投影上都一样</translation>
    </message>
    <message>
        <source>Next on projector</source>
        <translation>投影下一步</translation>
    </message>
    <message>
        <source>This was said of the start.</source>
        <translation>这是就开始时说的。</translation>
    </message>
    <message>
        <source>That does not suit this lesson: %1.</source>
        <translation>那个不适合这一课：%1。</translation>
    </message>
    <message>
        <source>The lesson on the projector goes on: what nobody answered is shown first</source>
        <translation>投影上的课程继续：没有人作答的先揭晓</translation>
    </message>
    <message>
        <source>What you had comes back.</source>
        <translation>你原来的内容会回来。</translation>
    </message>
</context>
<context>
    <name>headscope::LessonSession</name>
    <message>
        <source>ask of my sentence</source>
        <translation>用我的句子问</translation>
    </message>
    <message>
        <source>Ask again on my sentence</source>
        <translation>用我的句子再问一次</translation>
    </message>
    <message>
        <source>Ask again on “%1”</source>
        <translation>用“%1”再问一次</translation>
    </message>
    <message>
        <source>back to the lesson</source>
        <translation>回到课程</translation>
    </message>
    <message>
        <source>ask again</source>
        <translation>再问一次</translation>
    </message>
    <message>
        <source>open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>show the answer</source>
        <translation>看答案</translation>
    </message>
    <message>
        <source>back to the start of the lesson</source>
        <translation>回到课程开始</translation>
    </message>
    <message>
        <source>Ask again on what I had</source>
        <translation>用我原来的句子再问一次</translation>
    </message>
</context>
<context>
    <name>headscope::LessonSlide</name>
    <message>
        <source>slide</source>
        <translation>幻灯片</translation>
    </message>
</context>
<context>
    <name>headscope::LessonTries</name>
    <message>
        <source>Back to the start</source>
        <translation>回到开始</translation>
    </message>
    <message>
        <source>TRY IT YOURSELF</source>
        <translation>自己试试</translation>
    </message>
    <message>
        <source>You changed the experiment since: what is explained above is of the runs that it names.</source>
        <translation>你后来改动了实验：上面的解释说的是当时的那几次计算。</translation>
    </message>
    <message>
        <source>One step, which can be undone</source>
        <translation>只算一步，可以撤销</translation>
    </message>
    <message>
        <source>Opens after question %1: before, it would give the answer away</source>
        <translation>第 %1 题之后才打开：之前会泄露答案</translation>
    </message>
    <message>
        <source>What is locked opens after question %1.</source>
        <translation>锁住的在第 %1 题之后打开。</translation>
    </message>
    <message>
        <source>nothing changed yet</source>
        <translation>还没有改动</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改动</translation>
    </message>
</context>
<context>
    <name>headscope::LinesBar</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>smallest set of keys that holds</source>
        <translation>合计占一行</translation>
    </message>
    <message>
        <source>of a row</source>
        <translation>的最少的键</translation>
    </message>
    <message>
        <source>Percent of a row that the lines hold</source>
        <translation>连线占一行的百分比</translation>
    </message>
    <message>
        <source>The fewest keys whose weights reach that part of a row have lines; of equal ones the earlier. At 100 % every weight above 0 has one.</source>
        <translation>只给最少的键画连线，它们的权重之和达到一行的这一部分；权重相同时取靠前的键。100 % 时，每个大于 0 的权重都有连线。</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>The lines of %1. Double click: of it alone.</source>
        <translation>%1 的连线。双击：只看它。</translation>
    </message>
</context>
<context>
    <name>headscope::LinesPage</name>
    <message>
        <source>lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Who looks at whom: a line for each weight</source>
        <translation>谁看谁：每个权重一条连线</translation>
    </message>
    <message>
        <source>L&amp;ines view</source>
        <translation>连线视图(&amp;I)</translation>
    </message>
    <message>
        <source>Tokens that look, the queries, stand at the left, tokens that are looked at, the keys, at the right. A line is as wide as its weight is large, and every head has lines of its own. The slider keeps the fewest keys that hold so much of a row. Point at a token to see its lines and their numbers; a click keeps it.</source>
        <translation>左边是去看的词元，即查询；右边是被看的词元，即键。权重越大，连线越粗，每个头有自己的连线。滑块只保留最少的键，它们合计占一行的这么多。指向一个词元，即可看到它的连线和数值；单击可保持。</translation>
    </message>
    <message>
        <source>to itself</source>
        <translation>到自身</translation>
    </message>
    <message>
        <source>lines to itself</source>
        <translation>到自身的连线</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>one</source>
        <translation>单个</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>one head</source>
        <translation>单个头</translation>
    </message>
    <message>
        <source>Lines from a token to itself</source>
        <translation>从词元到它自身的连线</translation>
    </message>
    <message>
        <source>Lines to &amp;itself</source>
        <translation>到自身的连线(&amp;I)</translation>
    </message>
    <message>
        <source>Whose lines</source>
        <translation>谁的连线</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>隐藏了 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Leaves keys out of every row, so that what they take does not cover the rest. A right click on a key hides that one.</source>
        <translation>从每一行中去掉一些键，免得它们占去的部分盖住其余的。右键单击一个键可隐藏它。</translation>
    </message>
    <message>
        <source>Hide the &amp;first key</source>
        <translation>隐藏第一个键(&amp;F)</translation>
    </message>
    <message>
        <source>Hide &amp;separators</source>
        <translation>隐藏分隔符(&amp;S)</translation>
    </message>
    <message>
        <source>Hide &amp;padding</source>
        <translation>隐藏填充(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Renormalise the rest to 1</source>
        <translation>把其余的重新归一化为 1(&amp;R)</translation>
    </message>
    <message>
        <source>Show &amp;all keys</source>
        <translation>显示所有键(&amp;A)</translation>
    </message>
    <message>
        <source>the token before, the next one</source>
        <translation>前一个、后一个词元</translation>
    </message>
    <message>
        <source>from the queries to the keys, back</source>
        <translation>从查询到键，再回来</translation>
    </message>
    <message>
        <source>hold the token</source>
        <translation>保持词元</translation>
    </message>
    <message>
        <source>rows higher, lower, all of them</source>
        <translation>行变高、变矮、显示全部</translation>
    </message>
</context>
<context>
    <name>headscope::LinesView</name>
    <message>
        <source>Show the key %1</source>
        <translation>显示键 %1</translation>
    </message>
    <message>
        <source>Hide the key %1</source>
        <translation>隐藏键 %1</translation>
    </message>
</context>
<context>
    <name>headscope::MainWindow</name>
    <message>
        <source>The sentence is built like none that was learnt: it is learnt by heart, each word from those before it, and what is held out is the same text.</source>
        <translation>这个句子和学过的句子都不一样：把它背下来，每个词从它前面的词学，留出的也是同样的文字。</translation>
    </message>
    <message>
        <source>Type your sentence, then press Enter: a question is asked about it.</source>
        <translation>输入你的句子，再按回车：就用它问一道题。</translation>
    </message>
    <message>
        <source>The lesson is left: what you had is back as it was.</source>
        <translation>已离开课程：原来的内容原样回来了。</translation>
    </message>
    <message>
        <source>Computing; the last picture is gone, because there is not enough memory for both.</source>
        <translation>正在计算；内存不够同时保留两者，上一幅图已移除。</translation>
    </message>
    <message>
        <source>Recovered; it is not saved yet.</source>
        <translation>已恢复；尚未保存。</translation>
    </message>
    <message>
        <source>Closing the window loses that.</source>
        <translation>关闭后就没有了。</translation>
    </message>
    <message>
        <source>Not taken over</source>
        <translation>尚未采用</translation>
    </message>
</context>
<context>
    <name>headscope::MaskPanel</name>
    <message>
        <source>change the mask</source>
        <translation>更改掩码</translation>
    </message>
    <message>
        <source>mask causally</source>
        <translation>使用因果掩码</translation>
    </message>
    <message>
        <source>remove the causal mask</source>
        <translation>去掉因果掩码</translation>
    </message>
    <message>
        <source>mask the padding</source>
        <translation>屏蔽填充</translation>
    </message>
    <message>
        <source>do not mask the padding</source>
        <translation>不屏蔽填充</translation>
    </message>
    <message>
        <source>turn the mask round</source>
        <translation>反转掩码</translation>
    </message>
    <message>
        <source>change fully masked rows</source>
        <translation>更改完全屏蔽的行</translation>
    </message>
    <message>
        <source>change the dropout</source>
        <translation>更改 dropout</translation>
    </message>
    <message>
        <source>Read a mask</source>
        <translation>读取掩码</translation>
    </message>
    <message>
        <source>Arrays (*.npy *.pt *.safetensors)</source>
        <translation>数组 (*.npy *.pt *.safetensors)</translation>
    </message>
    <message>
        <source>read a mask</source>
        <translation>读取掩码</translation>
    </message>
    <message>
        <source>as scaled_dot_product_attention does since PyTorch 2.5</source>
        <translation>与 PyTorch 2.5 起的 scaled_dot_product_attention 相同</translation>
    </message>
    <message>
        <source>as nn.MultiheadAttention does: 0 ÷ 0</source>
        <translation>与 nn.MultiheadAttention 相同：0 ÷ 0</translation>
    </message>
    <message>
        <source>as models do that mask with the smallest finite number</source>
        <translation>与用最小有限数做掩码的模型相同</translation>
    </message>
    <message>
        <source>A query may attend to the keys up to its own place.</source>
        <translation>查询允许关注到自己位置为止的键。</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Nobody may attend to the empty places behind a shorter sequence.</source>
        <translation>谁都不允许关注较短序列之后的空位。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>A query may attend only to keys less than so many places away.</source>
        <translation>查询只允许关注相距小于这么多位置的键。</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>All may attend to the first so many keys; later ones are seen up to the query&apos;s own place.</source>
        <translation>所有查询都允许关注前这么多个键；之后的键只看到自己的位置为止。</translation>
    </message>
    <message>
        <source>Painted</source>
        <translation>手绘</translation>
    </message>
    <message>
        <source>What you allow cell by cell: M in the picture, or the table of M below. It takes over what causal, window and prefix allow now.</source>
        <translation>逐格决定允许什么：在图中按 M，或用下方的 M 表。它接管因果、窗口和前缀当前所允许的。</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>A float mask that is added to the scaled scores, read from a .npy file; −∞ forbids a pair.</source>
        <translation>从 .npy 文件读取的浮点掩码，加到缩放得分上；−∞ 表示禁止。</translation>
    </message>
    <message>
        <source>Size of the window</source>
        <translation>窗口大小</translation>
    </message>
    <message>
        <source>1 is the query&apos;s own place alone; 2 adds one neighbour on each side.</source>
        <translation>1 只含查询自己的位置；2 则两侧各加一个。</translation>
    </message>
    <message>
        <source>Length of the prefix</source>
        <translation>前缀长度</translation>
    </message>
    <message>
        <source>How many keys at the beginning everybody may attend to.</source>
        <translation>开头有多少个键是所有查询都允许关注的。</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Read a mask from a file</source>
        <translation>从文件读取掩码</translation>
    </message>
    <message>
        <source>A .npy file [query, key]: bool means “may attend”, float is added to the scaled scores.</source>
        <translation>.npy 文件 [query, key]：布尔表示“允许关注”，浮点加到缩放得分上。</translation>
    </message>
    <message>
        <source>Turn it round</source>
        <translation>反转</translation>
    </message>
    <message>
        <source>Turn the mask round</source>
        <translation>反转掩码</translation>
    </message>
    <message>
        <source>Exchanges “may attend” and “may not attend” in what was read.</source>
        <translation>把读入的“允许关注”与“不允许关注”互换。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep the mask as it is</source>
        <translation>保留掩码原样</translation>
    </message>
    <message>
        <source>The file means what it says; the question goes away.</source>
        <translation>文件的含义就是如此；提问消失。</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Alignment of causal masks</source>
        <translation>因果掩码的对齐</translation>
    </message>
    <message>
        <source>Where the queries stand among the keys if there are not as many: the first at the first (upper left), or the last at the last (lower right, as with a cache).</source>
        <translation>查询与键数量不同时查询的位置：首对首（左上），或末对末（右下，如使用缓存时）。</translation>
    </message>
    <message>
        <source>upper left</source>
        <translation>左上</translation>
    </message>
    <message>
        <source>lower right</source>
        <translation>右下</translation>
    </message>
    <message>
        <source>Empty rows</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>Fully masked rows</source>
        <translation>完全屏蔽的行</translation>
    </message>
    <message>
        <source>What the weights of a query are that may attend to nothing.</source>
        <translation>不允许关注任何键的查询，其权重是什么。</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>The probability that a weight is set to 0; the others are divided by 1 − p, so a row need not sum to 1 any more.</source>
        <translation>权重被置 0 的概率；其余除以 1 − p，因此一行之和不再必为 1。</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>prefix %1</source>
        <translation>前缀 %1</translation>
    </message>
    <message>
        <source>painted</source>
        <translation>手绘</translation>
    </message>
    <message>
        <source>added</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>dropout %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Here true means “may attend”. Read so, some query may attend to nothing; turned round, every query has a key. Does true mean “masked” in this file?</source>
        <translation>这里“真”表示“允许关注”。照此读，有查询不能关注任何键；反转后每个查询都有键。此文件中“真”是否表示“屏蔽”？</translation>
    </message>
    <message>
        <source>Here true means “may attend”. Read so, every query sees just the keys after it. Does true mean “masked” in this file?</source>
        <translation>这里“真”表示“允许关注”。照此读，每个查询恰好只看到自己之后的键。此文件中“真”是否表示“屏蔽”？</translation>
    </message>
    <message>
        <source>This float mask holds only 0 and 1, which are added to the scores. Are they meant as “may not attend” and “may attend”?</source>
        <translation>此浮点掩码只有 0 和 1，会加到得分上。它们是否本意为“不允许关注”和“允许关注”？</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>因果掩码</translation>
    </message>
</context>
<context>
    <name>headscope::MatrixCopy</name>
    <message>
        <source>On the clipboard: %1 × %2 numbers with their words, as %3.</source>
        <translation>已复制到剪贴板：%1 × %2 个数及其词，格式为 %3。</translation>
    </message>
    <message>
        <source>These are %1 numbers, too many for the clipboard: File ▸ Export data writes them into a file.</source>
        <translation>共有 %1 个数，剪贴板放不下：请用“文件 ▸ 导出数据”写入文件。</translation>
    </message>
    <message>
        <source>On the clipboard: %1</source>
        <translation>已复制到剪贴板：%1</translation>
    </message>
</context>
<context>
    <name>headscope::MemoryQuestion</name>
    <message>
        <source>Not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>This needs about %1 MiB of memory, and %2 MiB are free.</source>
        <translation>此计算约需 %1 MiB 内存，而空闲内存为 %2 MiB。</translation>
    </message>
    <message>
        <source>If the memory runs out, the system may end HeadScope or other programs. Until you decide, the last picture stays.</source>
        <translation>内存耗尽时，系统可能会终止 HeadScope 或其他程序。在您决定之前，保留上一幅图。</translation>
    </message>
    <message>
        <source>Compute anyway</source>
        <translation>仍然计算</translation>
    </message>
    <message>
        <source>Do not compute</source>
        <translation>不计算</translation>
    </message>
</context>
<context>
    <name>headscope::ModelPanel</name>
    <message>
        <source>change the model</source>
        <translation>更改模型</translation>
    </message>
    <message>
        <source>change the activation</source>
        <translation>更改激活函数</translation>
    </message>
    <message>
        <source>change the norm</source>
        <translation>更改归一化</translation>
    </message>
    <message>
        <source>change the place of the norm</source>
        <translation>更改归一化的位置</translation>
    </message>
    <message>
        <source>add the residual connections</source>
        <translation>添加残差连接</translation>
    </message>
    <message>
        <source>remove the residual connections</source>
        <translation>去掉残差连接</translation>
    </message>
    <message>
        <source>compare the norms</source>
        <translation>比较两种归一化</translation>
    </message>
    <message>
        <source>do not compare the norms</source>
        <translation>不比较两种归一化</translation>
    </message>
    <message>
        <source>add positions</source>
        <translation>添加位置</translation>
    </message>
    <message>
        <source>remove the positions</source>
        <translation>去掉位置</translation>
    </message>
    <message>
        <source>change the vocabulary</source>
        <translation>更改词表</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What stands around attention: nothing, a stack of encoder layers, or an encoder and a decoder that looks at it.</source>
        <translation>注意力周围有什么：什么都没有、若干编码器层，或编码器加上看着它的解码器。</translation>
    </message>
    <message>
        <source>attention alone</source>
        <translation>仅注意力</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>encoder + decoder</source>
        <translation>编码器 + 解码器</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>How many layers follow each other, in the encoder and in the decoder alike.</source>
        <translation>编码器和解码器各有多少层。</translation>
    </message>
    <message>
        <source>The inner width of the feed-forward network. Automatic, the lowest step: 4 · d_model.</source>
        <translation>前馈网络的内部宽度。自动（最低一档）：4 · d_model。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>Norm stands</source>
        <translation>归一化在</translation>
    </message>
    <message>
        <source>Place of the norm</source>
        <translation>归一化的位置</translation>
    </message>
    <message>
        <source>after (post)</source>
        <translation>之后 (post)</translation>
    </message>
    <message>
        <source>before (pre)</source>
        <translation>之前 (pre)</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>The words that can come next, split at spaces. Without any there is no prediction.</source>
        <translation>可能的下一个词，用空格分开。没有词就没有预测。</translation>
    </message>
    <message>
        <source>no prediction</source>
        <translation>无预测</translation>
    </message>
    <message>
        <source>Residual connections</source>
        <translation>残差连接</translation>
    </message>
    <message>
        <source>x + f(x) around every attention and every feed-forward network.</source>
        <translation>每个注意力和每个前馈网络外的 x + f(x)。</translation>
    </message>
    <message>
        <source>Both norms side by side</source>
        <translation>并列两种归一化</translation>
    </message>
    <message>
        <source>The norm that was not chosen is computed too, of the same numbers.</source>
        <translation>对同样的数也计算未选中的归一化。</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Adds sines and cosines of the position to the embeddings; without them attention does not know the order of the words.</source>
        <translation>把位置的正弦和余弦加到嵌入上；没有它们，注意力不知道词的顺序。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>enc + dec</source>
        <translation>编码 + 解码</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What stands between the two products of the feed-forward network: max(x, 0), tanh(x), or x times the share of it that passes.</source>
        <translation>前馈网络两次乘积之间的函数：max(x, 0)、tanh(x)，或 x 乘以它通过的比例。</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>Layer norm looks at one token and all its features, batch norm at one feature of all tokens. RMS norm is a layer norm that takes no mean off.</source>
        <translation>层归一化看一个词元的所有特征，批归一化看所有词元的一个特征。RMS 归一化是不减均值的层归一化。</translation>
    </message>
    <message>
        <source>add rotary positions</source>
        <translation>添加旋转位置</translation>
    </message>
    <message>
        <source>remove the rotary positions</source>
        <translation>移除旋转位置</translation>
    </message>
    <message>
        <source>Rotary positions</source>
        <translation>旋转位置</translation>
    </message>
    <message>
        <source>Turns pairs of numbers of every query and key by the position of the token, as Llama does: a score then depends on how far two tokens lie apart.</source>
        <translation>按词元的位置旋转每个查询和键中成对的数，如 Llama 所做：于是分数取决于两个词元相距多远。</translation>
    </message>
    <message>
        <source>add the gate</source>
        <translation>添加门</translation>
    </message>
    <message>
        <source>remove the gate</source>
        <translation>移除门</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>带门的前馈网络</translation>
    </message>
    <message>
        <source>activation(x·W_G) times x·W_1, number by number, as in Llama: a gate decides how much of each feature passes.</source>
        <translation>激活(x·W_G) 与 x·W_1 逐数相乘，如 Llama 所做：门决定每个特征通过多少。</translation>
    </message>
    <message>
        <source>add a norm behind the last layer</source>
        <translation>在最后一层之后加归一化</translation>
    </message>
    <message>
        <source>remove the norm behind the last layer</source>
        <translation>去掉最后一层之后的归一化</translation>
    </message>
    <message>
        <source>After: norm(x + f(x)), as in the paper of 2017. Before: x + f(norm(x)).</source>
        <translation>之后：norm(x + f(x))，与 2017 年的论文相同。之前：x + f(norm(x))。</translation>
    </message>
    <message>
        <source>Norm behind the last layer</source>
        <translation>最后一层之后的归一化</translation>
    </message>
    <message>
        <source>One more norm of what comes out of a stack, as there is where norms stand before, and in PyTorch&apos;s nn.Transformer.</source>
        <translation>对一叠层的输出再做一次归一化；归一化在前时有它，PyTorch 的 nn.Transformer 里也有。</translation>
    </message>
</context>
<context>
    <name>headscope::NormPage</name>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>A row is a token, a column a feature. Layer norm takes mean μ and variance σ² of each row, batch norm of each column; they stand beside the rows and below the columns. γ and β are what each feature is then multiplied by and what is added to it. RMS norm takes the mean m of the squares of each row, and adds nothing.</source>
        <translation>一行是一个词元，一列是一个特征。层归一化对每一行求均值 μ 和方差 σ²，批归一化对每一列求；它们写在行的旁边和列的下方。γ 和 β 是此后每个特征要乘的数和要加的数。RMS 归一化求每一行平方的均值 m，并且不加任何数。</translation>
    </message>
    <message>
        <source>the cell above, below</source>
        <translation>上面、下面的单元格</translation>
    </message>
    <message>
        <source>lock the question</source>
        <translation>锁定问题</translation>
    </message>
    <message>
        <source>type another number</source>
        <translation>输入另一个数</translation>
    </message>
</context>
<context>
    <name>headscope::NormView</name>
    <message>
        <source>Norm: what mean and variance are taken of</source>
        <translation>归一化：均值和方差取自哪里</translation>
    </message>
    <message>
        <source>A number of γ or β</source>
        <translation>γ 或 β 的一个数</translation>
    </message>
    <message>
        <source>Show batch norm beside it</source>
        <translation>并列显示批归一化</translation>
    </message>
    <message>
        <source>Show layer norm beside it</source>
        <translation>并列显示层归一化</translation>
    </message>
    <message>
        <source>Double-click to type another number.</source>
        <translation>双击可输入另一个数。</translation>
    </message>
    <message>
        <source>γ and β of a model stay as they are.</source>
        <translation>模型的 γ 和 β 保持原样。</translation>
    </message>
    <message>
        <source>Numbers can be typed into γ and β here, not into what is computed.</source>
        <translation>这里的数可以输入到 γ 和 β 里，不能输入到算出来的数里。</translation>
    </message>
</context>
<context>
    <name>headscope::NumberAnswer</name>
    <message>
        <source>Your prediction</source>
        <translation>你的预测</translation>
    </message>
</context>
<context>
    <name>headscope::NumberLine</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>算出</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>开头</translation>
    </message>
</context>
<context>
    <name>headscope::PageExportDialog</name>
    <message numerus="yes">
        <source>%n frames at most</source>
        <translation>
            <numerusform>最多 %n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>picture: %1</source>
        <translation>图：%1</translation>
    </message>
    <message>
        <source>light, on white</source>
        <translation>浅色，白底</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>What is exported</source>
        <translation>导出的内容</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>The animation ends before it begins: choose a later end.</source>
        <translation>动画的终点在起点之前：请选更靠后的终点。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Save the animation</source>
        <translation>保存动画</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>How fast its time goes; frames per second say how smoothly</source>
        <translation>时间走得多快；每秒帧数决定有多平滑</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>%1 × %2 mm on paper</source>
        <translation>纸上 %1 × %2 毫米</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 mm wide on paper, as high as it takes</source>
        <translation>纸上宽 %1 毫米，高度按需要</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Play once</source>
        <translation>只放一遍</translation>
    </message>
    <message>
        <source>It stays at its last picture instead of repeating for ever</source>
        <translation>停在最后一张，而不是永远循环</translation>
    </message>
    <message>
        <source>Title and subtitle</source>
        <translation>标题和副标题</translation>
    </message>
</context>
<context>
    <name>headscope::PageFrame</name>
    <message>
        <source>read the axes</source>
        <translation>读出各轴</translation>
    </message>
</context>
<context>
    <name>headscope::PageRunBar</name>
    <message>
        <source>Shown is %1, not the experiment.</source>
        <translation>现在显示的是%1，不是实验。</translation>
    </message>
    <message>
        <source>Back to the experiment</source>
        <translation>回到实验</translation>
    </message>
</context>
<context>
    <name>headscope::PaintBars</name>
    <message>
        <source>limit %1 bits</source>
        <translation>极限 %1 比特</translation>
    </message>
</context>
<context>
    <name>headscope::PaintFindings</name>
    <message>
        <source>CAN ONE HEAD DO THIS?</source>
        <translation>一个头能做到吗？</translation>
    </message>
    <message>
        <source>Nothing to paint here</source>
        <translation>这里没有可画的</translation>
    </message>
    <message>
        <source>Keys on a line: only the ends can win a row</source>
        <translation>直线上的键：只有两端能赢得一行</translation>
    </message>
    <message>
        <source>Keys in the plane, X·W_{K}</source>
        <translation>平面上的键，X·W_{K}</translation>
    </message>
    <message>
        <source>● corner: can win a row, ○ inside: cannot</source>
        <translation>● 角点：能赢得一行，○ 内部：不能</translation>
    </message>
    <message>
        <source>What each row is missing, in bits</source>
        <translation>每一行差多少比特</translation>
    </message>
    <message>
        <source>upright mark: what twins cost in any case</source>
        <translation>竖线：孪生无论如何造成的损失</translation>
    </message>
</context>
<context>
    <name>headscope::PaintPage</name>
    <message>
        <source>painting</source>
        <translation>画出的注意力</translation>
    </message>
    <message>
        <source>Nothing is painted yet: Enter paints the marked cell, and so does a click.</source>
        <translation>还什么都没画：按回车给标出的格子上色，点击也可以。</translation>
    </message>
    <message>
        <source>Paint</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>Paint an attention and let a head look for it</source>
        <translation>画出注意力，让一个头去寻找</translation>
    </message>
    <message>
        <source>&amp;Paint view</source>
        <translation>绘制视图(&amp;P)</translation>
    </message>
    <message>
        <source>Left you paint where each query is to look. Gradient descent then looks for the W_Q and W_K of a head that does so; in the middle is what it came to, at the right what it is off by. At the side it says whether one head can do this at all, and what is known about it.</source>
        <translation>左边由你画出每个查询应该看哪里。梯度下降随后寻找能做到这一点的头的 W_Q 和 W_K；中间是得到的结果，右边是偏差。侧面说明一个头究竟能不能做到，以及目前知道些什么。</translation>
    </message>
    <message>
        <source>Head %1 has these weights now; Ctrl+Z brings the old ones back.</source>
        <translation>头 %1 现在使用这些权重；Ctrl+Z 可恢复原来的权重。</translation>
    </message>
    <message>
        <source>No head has the weights that were found for what was painted.</source>
        <translation>为所画的图找到的权重还没有用到任何头上。</translation>
    </message>
    <message>
        <source>No weights were looked for yet that attend as it was painted.</source>
        <translation>还没有找过能这样注意的权重。</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>move the cell</source>
        <translation>移动格子</translation>
    </message>
    <message>
        <source>paint it</source>
        <translation>绘制它</translation>
    </message>
    <message>
        <source>erase it</source>
        <translation>擦除它</translation>
    </message>
    <message>
        <source>spread its row evenly</source>
        <translation>把它的一行平均分配</translation>
    </message>
    <message>
        <source>one recorded step on</source>
        <translation>前后一个记录的步</translation>
    </message>
</context>
<context>
    <name>headscope::PaintPanel</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>Best start: %1 of %2</source>
        <translation>最好的起步：第 %1 次（共 %2 次）</translation>
    </message>
    <message>
        <source>%1, limit %2</source>
        <translation>%1，极限 %2</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>X + positions</source>
        <translation>X + 位置</translation>
    </message>
    <message>
        <source>BRUSH</source>
        <translation>画笔</translation>
    </message>
    <message>
        <source>START FROM</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>HEAD</source>
        <translation>头</translation>
    </message>
    <message>
        <source>GRADIENT DESCENT</source>
        <translation>梯度下降</translation>
    </message>
    <message>
        <source>paint</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>erase</source>
        <translation>擦除</translation>
    </message>
    <message>
        <source>whole row</source>
        <translation>整行</translation>
    </message>
    <message>
        <source>Enter paints, the right button or Delete erases, R spreads a row evenly, Alt picks the weight of a cell up</source>
        <translation>回车绘制，右键或 Delete 擦除，R 把一行平均分配，按住 Alt 单击可拾取单元格的权重</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weight of the brush</source>
        <translation>画笔的权重</translation>
    </message>
    <message>
        <source>keep rows at 1</source>
        <translation>保持每行之和为 1</translation>
    </message>
    <message>
        <source>The other cells of the row give, or take, in proportion</source>
        <translation>同一行的其他单元格按比例让出或接收</translation>
    </message>
    <message>
        <source>relations</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>What textbooks say of this sentence: one relation for each word</source>
        <translation>教科书对这句话的说法：每个词一种关系</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Features of the head</source>
        <translation>头的特征数</translation>
    </message>
    <message>
        <source>So many numbers has a query and a key of this head</source>
        <translation>这个头的每个查询和键有这么多个数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>What the head reads</source>
        <translation>头读入的内容</translation>
    </message>
    <message>
        <source>Positions tell equal words apart</source>
        <translation>位置能区分相同的词</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Of Adam</source>
        <translation>Adam 的学习率</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps of each start</source>
        <translation>每次起步的步数</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>起步次数</translation>
    </message>
    <message>
        <source>Starts from fresh weights</source>
        <translation>从新权重起步的次数</translation>
    </message>
    <message>
        <source>The best one is kept</source>
        <translation>保留最好的一次</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>最大的权重</translation>
    </message>
    <message>
        <source>No weight grows beyond this; painted 1 and 0 drive them up without end</source>
        <translation>权重不会超过此值；画上的 1 和 0 会使权重无止境地增大</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>不设上限</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the fresh weights</source>
        <translation>新权重的种子</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Use these weights</source>
        <translation>使用这些权重</translation>
    </message>
    <message>
        <source>W_Q and W_K of head %1 become these; one step to undo</source>
        <translation>头 %1 的 W_Q 和 W_K 换成这些；可一步撤销</translation>
    </message>
    <message>
        <source>Look for weights from all starts</source>
        <translation>从所有起步开始搜索权重</translation>
    </message>
    <message>
        <source>Step by step: %1 done</source>
        <translation>逐步：已走 %1 步</translation>
    </message>
    <message>
        <source>The last stroke back (Ctrl+Z in the painting)</source>
        <translation>撤销上一笔（在画面中按 Ctrl+Z）</translation>
    </message>
    <message>
        <source>The stroke on again (Ctrl+Shift+Z)</source>
        <translation>重做这一笔（Ctrl+Shift+Z）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>One step of Adam from where the playhead is</source>
        <translation>从播放头所在处走一步 Adam</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Back to step 0 of the first start; Start looks again</source>
        <translation>回到第一个起点的第 0 步；“开始”会重新寻找</translation>
    </message>
</context>
<context>
    <name>headscope::PaintView</name>
    <message>
        <source>Painted attention, and what the head does</source>
        <translation>画出的注意力，以及头的结果</translation>
    </message>
    <message>
        <source>Distance to the painting over the steps of the descent</source>
        <translation>下降过程中与画面的距离</translation>
    </message>
    <message>
        <source>Drag the playhead; [ and ] move it step by step</source>
        <translation>拖动播放头；[ 和 ] 逐步移动</translation>
    </message>
</context>
<context>
    <name>headscope::PartsPage</name>
    <message>
        <source>Who did it</source>
        <translation>谁的功劳</translation>
    </message>
    <message>
        <source>Which head, or which other part of the model, made it say a token</source>
        <translation>是模型的哪个头，或哪个别的部分，让它说出一个词元</translation>
    </message>
    <message>
        <source>&amp;Question: who did it</source>
        <translation>谁的功劳视图(&amp;Q)</translation>
    </message>
    <message>
        <source>The logit of a token taken apart: what each head and each feed-forward network adds to it, through the final norm as it was. The parts sum to the logit. “Try each head” runs the model once without each of them: how the probability of the token changes is another number than the share, because what follows reacts. A click goes to the head, X switches it off.</source>
        <translation>把一个词元的 logit 拆开：每个头和每个前馈网络经过最终归一化（保持原样）给它加了多少。各部分加起来就是 logit。“逐个试头”对每个头都不带它运行一次模型：词元概率的变化和份额是两个不同的数，因为后面的部分会有反应。单击转到那个头，X 关掉它。</translation>
    </message>
    <message>
        <source>Share of the logit, largest first</source>
        <translation>logit 的份额，从大到小</translation>
    </message>
    <message>
        <source>Change where it is off</source>
        <translation>关掉时的变化</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Try each head</source>
        <translation>逐个试头</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The token that is asked about: how likely it is, and which it is</source>
        <translation>所问的词元：它的概率，以及它是哪个</translation>
    </message>
    <message>
        <source>share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>关掉</translation>
    </message>
    <message>
        <source>What a head adds to the logit, or how the probability changes without it</source>
        <translation>一个头给 logit 加了多少，或没有它时概率怎样变化</translation>
    </message>
    <message>
        <source>Runs the model once without each head and sorts them by what that does to the token</source>
        <translation>对每个头都不带它运行一次模型，并按这对词元的影响排序</translation>
    </message>
    <message>
        <source>Heads, sorted</source>
        <translation>排好序的头</translation>
    </message>
    <message>
        <source>A click or Enter goes to the head.</source>
        <translation>单击或按 Enter 转到那个头。</translation>
    </message>
    <message>
        <source>parts</source>
        <translation>各部分</translation>
    </message>
    <message>
        <source>the cell above, below</source>
        <translation>上面、下面的单元格</translation>
    </message>
    <message>
        <source>go there</source>
        <translation>到那里去</translation>
    </message>
    <message>
        <source>head off or on, all of its layer</source>
        <translation>关掉或打开头，它那一层的全部</translation>
    </message>
</context>
<context>
    <name>headscope::PipelineStrip</name>
    <message>
        <source>Stages of the computation</source>
        <translation>计算的各阶段</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no mask</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>headscope::PlaybackBar</name>
    <message>
        <source>Previous stage</source>
        <translation>上一阶段</translation>
    </message>
    <message>
        <source>Next stage</source>
        <translation>下一阶段</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play the stages</source>
        <translation>播放各阶段</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Next move</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
</context>
<context>
    <name>headscope::PreparedViewsDialog</name>
    <message>
        <source>&amp;Up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Do&amp;wn</source>
        <translation>下移(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Prepared views</source>
        <translation>预备的视图</translation>
    </message>
    <message>
        <source>move a prepared view</source>
        <translation>移动预备的视图</translation>
    </message>
    <message>
        <source>delete a prepared view</source>
        <translation>删除预备的视图</translation>
    </message>
    <message>
        <source>rename a prepared view</source>
        <translation>重命名预备的视图</translation>
    </message>
</context>
<context>
    <name>headscope::PreparedWalk</name>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>cell %1, %2</source>
        <translation>单元格 %1, %2</translation>
    </message>
    <message>
        <source>A file keeps %1 views at most; delete one first.</source>
        <translation>一个文件最多保留 %1 个视图；请先删除一个。</translation>
    </message>
    <message>
        <source>Keep this view</source>
        <translation>保留此视图</translation>
    </message>
    <message>
        <source>Title of the view</source>
        <translation>视图的标题</translation>
    </message>
    <message>
        <source>keep a view</source>
        <translation>保留视图</translation>
    </message>
    <message>
        <source>Kept as view %1; F6 begins to walk through them.</source>
        <translation>已保留为第 %1 个视图；按 F6 依次观看。</translation>
    </message>
    <message>
        <source>There are no prepared views yet: View ▸ Keep this view keeps what you see.</source>
        <translation>还没有预备的视图：“视图 ▸ 保留此视图”保留您所看到的。</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 / %2：%3</translation>
    </message>
    <message>
        <source>%1 — Space, Page Down: next · Page Up: back · Esc ends the walk</source>
        <translation>%1——空格、Page Down：下一个 · Page Up：上一个 · Esc 结束</translation>
    </message>
</context>
<context>
    <name>headscope::Presentation</name>
    <message>
        <source>F11 or Esc leaves · L: spotlight · B: black · 1–9: head</source>
        <translation>F11 或 Esc 退出 · L 聚光 · B 黑屏 · 1–9 选头</translation>
    </message>
</context>
<context>
    <name>headscope::ProfileMenu</name>
    <message>
        <source>Controls for &amp;students</source>
        <translation>给学生的控件(&amp;S)</translation>
    </message>
    <message>
        <source>Choose &amp;examples</source>
        <translation>选择示例(&amp;E)</translation>
    </message>
    <message>
        <source>Type &amp;tokens</source>
        <translation>输入词(&amp;T)</translation>
    </message>
    <message>
        <source>Heads and &amp;sizes</source>
        <translation>头数与尺寸(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Masks</source>
        <translation>掩码(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Around attention</source>
        <translation>注意力周围(&amp;A)</translation>
    </message>
    <message>
        <source>Where &amp;weights come from</source>
        <translation>权重的来源(&amp;W)</translation>
    </message>
    <message>
        <source>Table of &amp;numbers</source>
        <translation>数值表(&amp;N)</translation>
    </message>
    <message>
        <source>T&amp;rain</source>
        <translation>训练(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Paint</source>
        <translation>绘制(&amp;P)</translation>
    </message>
    <message>
        <source>All &amp;controls</source>
        <translation>全部控件(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
</context>
<context>
    <name>headscope::Projector</name>
    <message>
        <source>HeadScope – projector</source>
        <translation>HeadScope – 投影</translation>
    </message>
</context>
<context>
    <name>headscope::QuestionBox</name>
    <message>
        <source>It cannot be asked of that: %1.</source>
        <translation>不能拿它来问：%1。</translation>
    </message>
    <message>
        <source>The same question, computed from the run of what you had before the lesson; the lesson waits</source>
        <translation>同一道题，用你上课前的内容来算；课程等着</translation>
    </message>
    <message>
        <source>opens after question %1</source>
        <translation>第 %1 题之后打开</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>看答案</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>A hint costs nothing</source>
        <translation>看提示不扣任何东西</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>用了 %1 / %2</translation>
    </message>
    <message>
        <source>Hint %1: </source>
        <translation>提示 %1：</translation>
    </message>
    <message>
        <source>First say what you expect.</source>
        <translation>先说说你的预测。</translation>
    </message>
    <message>
        <source>The answer is hidden.</source>
        <translation>答案已隐藏。</translation>
    </message>
    <message>
        <source>You said %1: that is it.</source>
        <translation>你说 %1：正是。</translation>
    </message>
    <message>
        <source>You said %1: close, %2 away.</source>
        <translation>你说 %1：很接近，差 %2。</translation>
    </message>
    <message>
        <source>You said %1: %2 too low.</source>
        <translation>你说 %1：低了 %2。</translation>
    </message>
    <message>
        <source>You said %1: %2 too high.</source>
        <translation>你说 %1：高了 %2。</translation>
    </message>
    <message>
        <source>You clicked: query %1, key %2.</source>
        <translation>你点的是：查询 %1，键 %2。</translation>
    </message>
    <message>
        <source>That cell is padding, no word stands there. Click another one.</source>
        <translation>那一格是填充，没有词。请点另一格。</translation>
    </message>
    <message>
        <source>Click a cell in the picture, or go there with the arrow keys and press Enter.</source>
        <translation>在图里点一个格子，或者用方向键走到那里再按回车。</translation>
    </message>
    <message>
        <source>Shown to the class, not answered.</source>
        <translation>已给全班揭晓，没有作答。</translation>
    </message>
</context>
<context>
    <name>headscope::RecentFiles</name>
    <message>
        <source>No file was opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>Forget them</source>
        <translation>清除记录</translation>
    </message>
</context>
<context>
    <name>headscope::RecoveryQuestion</name>
    <message>
        <source>Unsaved experiments</source>
        <translation>未保存的实验</translation>
    </message>
    <message numerus="yes">
        <source>%n experiment(s) were not saved when HeadScope ended:</source>
        <translation>
            <numerusform>HeadScope 结束时有 %n 个实验未保存：</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, without a file</source>
        <translation>%1（没有文件）</translation>
    </message>
    <message>
        <source>without a file</source>
        <translation>没有文件</translation>
    </message>
    <message>
        <source>%1 – last change %2</source>
        <translation>%1 – 最后更改：%2</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>以后再说(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>These are the newest ones; the next start asks about older ones.</source>
        <translation>以上是最新的；更早的将在下次启动时询问。</translation>
    </message>
</context>
<context>
    <name>headscope::RowChart</name>
    <message>
        <source>key %1, %2: masked</source>
        <translation>键 %1，%2：被掩蔽</translation>
    </message>
    <message>
        <source>key %1, %2: weight %3</source>
        <translation>键 %1，%2：权重 %3</translation>
    </message>
    <message>
        <source>Weights of the whole row</source>
        <translation>整行的权重</translation>
    </message>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n 个键</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::SaveDialog</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>The export was cancelled; no file was written.</source>
        <translation>导出已取消；没有写入文件。</translation>
    </message>
</context>
<context>
    <name>headscope::SetupPanel</name>
    <message>
        <source>The same sentence with the weights that were learnt, or with random ones: dice, from the seed, as wide as suits.</source>
        <translation>同一个句子，用学来的权重，或用随机的权重：由种子掷骰子，宽度合适。</translation>
    </message>
    <message>
        <source>Weights: learnt or random</source>
        <translation>权重：学来的或随机的</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>学成</translation>
    </message>
    <message>
        <source>change the seed</source>
        <translation>更改种子</translation>
    </message>
    <message>
        <source>add a bias</source>
        <translation>添加偏置</translation>
    </message>
    <message>
        <source>remove a bias</source>
        <translation>移除偏置</translation>
    </message>
    <message>
        <source>change the number of sequences</source>
        <translation>更改序列数</translation>
    </message>
    <message>
        <source>change the number of heads</source>
        <translation>更改头数</translation>
    </message>
    <message>
        <source>change d_model</source>
        <translation>更改 d_model</translation>
    </message>
    <message>
        <source>change d_k</source>
        <translation>更改 d_k</translation>
    </message>
    <message>
        <source>change d_v</source>
        <translation>更改 d_v</translation>
    </message>
    <message>
        <source>change the weights</source>
        <translation>更改权重</translation>
    </message>
    <message>
        <source>SETUP</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many attentions run side by side, each with its own part of the weights.</source>
        <translation>并行计算多少个注意力，每个使用各自的一部分权重。</translation>
    </message>
    <message>
        <source>How many numbers stand for one token, in the input and in the output.</source>
        <translation>输入和输出中，每个词元用多少个数表示。</translation>
    </message>
    <message>
        <source>d_{k} per head</source>
        <translation>每头 d_{k}</translation>
    </message>
    <message>
        <source>d_k per head</source>
        <translation>每头 d_k</translation>
    </message>
    <message>
        <source>How many numbers a query and a key have in one head. Automatic, the lowest step: d_model ÷ heads.</source>
        <translation>每个头中查询和键有多少个数。调到最低即为自动：d_model ÷ 头数。</translation>
    </message>
    <message>
        <source>d_{v} per head</source>
        <translation>每头 d_{v}</translation>
    </message>
    <message>
        <source>d_v per head</source>
        <translation>每头 d_v</translation>
    </message>
    <message>
        <source>How many numbers a value has in one head. Automatic, the lowest step: the same as d_k.</source>
        <translation>每个头中值有多少个数。调到最低即为自动：与 d_k 相同。</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>How many sequences are computed at once: the batch. A new one begins as a copy of the last.</source>
        <translation>同时计算多少个序列，即批次。新序列以最后一个序列的副本开始。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Where W_Q, W_K, W_V and W_O come from: normal random numbers of standard deviation σ, or the identity. One σ suits d_model: with it the scores spread by about 2. Choosing replaces what was typed.</source>
        <translation>W_Q、W_K、W_V 和 W_O 的来源：标准差为 σ 的正态随机数，或单位矩阵。与 d_model 合适的 σ 使得分的标准差约为 2。重新选择会替换已输入的值。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed gives the same random numbers on every machine.</source>
        <translation>相同的种子在任何机器上都得到相同的随机数。</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Which of the four projections add a number to each of their columns; 0 at first. PyTorch has all or none, other programs V and O.</source>
        <translation>四个投影中哪些为每一列加上一个数；初始为 0。PyTorch 全有或全无，有的程序只有 V 和 O。</translation>
    </message>
    <message>
        <source>random, σ %1</source>
        <translation>随机，σ %1</translation>
    </message>
    <message>
        <source>suits: σ %1</source>
        <translation>合适：σ %1</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>单位矩阵</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Which keys a query may attend to; all that are on hold together</source>
        <translation>查询允许关注哪些键；所有开启的同时生效</translation>
    </message>
    <message>
        <source>Around attention</source>
        <translation>注意力周围</translation>
    </message>
    <message>
        <source>Layers, norms, feed-forward networks, positions, words</source>
        <translation>层、归一化、前馈网络、位置、词</translation>
    </message>
    <message>
        <source>Typed numbers</source>
        <translation>改写的数</translation>
    </message>
    <message>
        <source>Numbers that were typed in the place of computed ones; all behind them is computed from what was typed</source>
        <translation>代替计算结果手工输入的数；其后的一切都由输入的数算出</translation>
    </message>
    <message>
        <source>How wide, how many sequences, which scale</source>
        <translation>宽度、序列数与缩放</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Where the numbers of the matrices come from, and all of them</source>
        <translation>矩阵的数从哪里来，以及全部数值</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>What the scores are multiplied by. Automatic, the lowest step: 1 ÷ √d_k of one head; 1 ÷ √d_model is the usual mistake.</source>
        <translation>得分所乘的数。自动（最低一档）：单个头的 1 ÷ √d_k；常见的错误是 1 ÷ √d_model。</translation>
    </message>
    <message>
        <source>change the scale</source>
        <translation>更改缩放</translation>
    </message>
    <message>
        <source>auto (%1)</source>
        <translation>自动 (%1)</translation>
    </message>
    <message>
        <source>batch first</source>
        <translation>批在前</translation>
    </message>
    <message>
        <source>sequence first</source>
        <translation>序列在前</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>The order of the axes in the trace: batch or sequence first. The numbers are the same.</source>
        <translation>计算过程中各轴的顺序：批在前或序列在前。数值相同。</translation>
    </message>
    <message>
        <source>change the layout</source>
        <translation>更改布局</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>one per head</source>
        <translation>每头一个</translation>
    </message>
    <message>
        <source>Held as</source>
        <translation>存放为</translation>
    </message>
    <message>
        <source>How the weights are held</source>
        <translation>权重的存放方式</translation>
    </message>
    <message>
        <source>One matrix for all heads, as in PyTorch, or one for every head, as in textbooks. The numbers are the same.</source>
        <translation>所有头共用一个矩阵（如 PyTorch），或每个头一个矩阵（如教材）。数值相同。</translation>
    </message>
    <message>
        <source>change how the weights are held</source>
        <translation>更改权重的存放方式</translation>
    </message>
</context>
<context>
    <name>headscope::ShapesCanvas</name>
    <message>
        <source>Shapes: how heads are split and merged</source>
        <translation>形状：头怎样拆分与合并</translation>
    </message>
</context>
<context>
    <name>headscope::ShapesPage</name>
    <message>
        <source>this moment</source>
        <translation>此刻的画面</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>What splitting and merging the heads does to the memory</source>
        <translation>拆分与合并头时内存里发生什么</translation>
    </message>
    <message>
        <source>&amp;Shapes view</source>
        <translation>形状视图(&amp;S)</translation>
    </message>
    <message>
        <source>Every cell is one element of a tensor; above it stands the same tensor as it lies in memory. Space plays the next step of splitting or merging the heads: some steps move numbers, others only read them in another order.</source>
        <translation>每个格子是张量的一个元素；上方是同一个张量在内存中的样子。空格键播放拆分或合并注意力头的下一步：有的步骤真的搬动数字，有的只是换一种顺序去读它们。</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>one moment on</source>
        <translation>前后一刻</translation>
    </message>
    <message>
        <source>first, last moment</source>
        <translation>第一刻、最后一刻</translation>
    </message>
    <message>
        <source>walk over the elements</source>
        <translation>在元素之间移动</translation>
    </message>
    <message>
        <source>hold the element</source>
        <translation>保持元素</translation>
    </message>
</context>
<context>
    <name>headscope::ShapesPanel</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Which numbers the cells hold</source>
        <translation>格子里是哪些数</translation>
    </message>
    <message>
        <source>of the experiment</source>
        <translation>来自实验</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Which projection is split</source>
        <translation>拆分哪个投影</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>batch bs</source>
        <translation>批次 bs</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批次大小</translation>
    </message>
    <message>
        <source>tokens seq</source>
        <translation>词元 seq</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头 heads</translation>
    </message>
    <message>
        <source>Number of heads</source>
        <translation>头的数目</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory order</source>
        <translation>内存顺序</translation>
    </message>
    <message>
        <source>Which axis comes first in memory</source>
        <translation>内存里哪个轴在前</translation>
    </message>
    <message>
        <source>batch first</source>
        <translation>批在前</translation>
    </message>
    <message>
        <source>sequence first</source>
        <translation>序列在前</translation>
    </message>
    <message>
        <source>rows only</source>
        <translation>只有行</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Into heads or back</source>
        <translation>拆成头还是合回去</translation>
    </message>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>by head</source>
        <translation>按头</translation>
    </message>
    <message>
        <source>by token</source>
        <translation>按词元</translation>
    </message>
    <message>
        <source>by sample</source>
        <translation>按样本</translation>
    </message>
    <message>
        <source>Show the wrong way</source>
        <translation>显示错误的路</translation>
    </message>
    <message>
        <source>Wrong way</source>
        <translation>错误的路</translation>
    </message>
    <message>
        <source>Show places in memory</source>
        <translation>显示存放位置</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>%1 heads do not divide %2 = %3</source>
        <translation>%2 = %3 不能被 %1 个头整除</translation>
    </message>
    <message>
        <source>It stands beside the step %1.</source>
        <translation>它在步骤 %1 旁边。</translation>
    </message>
    <message>
        <source>Of the number that is pointed at, from the split on: how its place is counted from indices and strides</source>
        <translation>从拆分起，所指的数的位置怎样由下标和步幅算出</translation>
    </message>
</context>
<context>
    <name>headscope::ShapesView</name>
    <message>
        <source>The first token that is drawn</source>
        <translation>画出的第一个词元</translation>
    </message>
    <message>
        <source>Which tokens are drawn: the wheel moves them, too</source>
        <translation>画出的是哪些词元：滚轮也能移动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the code line</source>
        <translation>复制代码行</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>The tensor as PyTorch prints it</source>
        <translation>PyTorch 打印出的张量</translation>
    </message>
    <message>
        <source>Copy the printed tensor</source>
        <translation>复制打印的张量</translation>
    </message>
    <message>
        <source>Attention: right and wrong heads</source>
        <translation>注意力：正确与错误的头</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Runs the attention on the right and on the wrong heads</source>
        <translation>用正确的头和错误的头各算一遍注意力</translation>
    </message>
</context>
<context>
    <name>headscope::SidePanel</name>
    <message>
        <source>Unfold: %1</source>
        <translation>展开：%1</translation>
    </message>
    <message>
        <source>Fold: %1</source>
        <translation>折叠：%1</translation>
    </message>
    <message>
        <source>Drag to make the panel wider; a double click gives it its width back</source>
        <translation>拖动可调宽度；双击恢复原宽</translation>
    </message>
</context>
<context>
    <name>headscope::Sides</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>headscope::SizeSpinBox</name>
    <message>
        <source>auto (%1)</source>
        <translation>自动 (%1)</translation>
    </message>
</context>
<context>
    <name>headscope::StatusLine</name>
    <message>
        <source>reading “%1” … Esc gives it up</source>
        <translation>正在读取“%1”……按 Esc 放弃</translation>
    </message>
    <message>
        <source>reading “%1” for %2 s … Esc gives it up</source>
        <translation>正在读取“%1”，已用 %2 秒……按 Esc 放弃</translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s) in %1 ms</source>
        <translation>
            <numerusform>%n 个阶段，用时 %1 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n 个阶段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) with NaN, as the file has them</source>
        <translation>
            <numerusform>%n 个查询含 NaN（文件中即如此）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) with NaN: scores too large for float32</source>
        <translation>
            <numerusform>%n 个查询含 NaN：得分超出 float32 的范围</numerusform>
        </translation>
    </message>
    <message>
        <source>✓ every row sums to 1</source>
        <translation>✓ 每行之和为 1</translation>
    </message>
    <message>
        <source>not every row sums to 1</source>
        <translation>并非每行之和都为 1</translation>
    </message>
    <message>
        <source>✓ every query’s weights sum to 1</source>
        <translation>✓ 每个查询的权重之和为 1</translation>
    </message>
    <message>
        <source>not every query’s weights sum to 1</source>
        <translation>并非每个查询的权重之和都为 1</translation>
    </message>
    <message>
        <source>after dropout a query’s weights need not sum to 1</source>
        <translation>dropout 后每个查询的权重之和不一定为 1</translation>
    </message>
    <message>
        <source>mask: %1 of %2 pairs forbidden</source>
        <translation>掩码：%2 对中禁止 %1 对</translation>
    </message>
    <message>
        <source>locked: query %1, key %2; Esc releases</source>
        <translation>已锁定：查询 %1，键 %2；按 Esc 解锁</translation>
    </message>
    <message>
        <source>locked; Esc releases</source>
        <translation>已锁定；按 Esc 解锁</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: zeros, as scaled_dot_product_attention gives since PyTorch 2.5</source>
        <translation>
            <numerusform>%n 个查询完全屏蔽：为零，与 PyTorch 2.5 起的 scaled_dot_product_attention 相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: NaN, as nn.MultiheadAttention gives</source>
        <translation>
            <numerusform>%n 个查询完全屏蔽：为 NaN，与 nn.MultiheadAttention 相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: uniform, as models give that mask with the smallest finite number</source>
        <translation>
            <numerusform>%n 个查询完全屏蔽：均匀，与用最小有限数做掩码的模型相同</numerusform>
        </translation>
    </message>
    <message>
        <source>head %1 alone; 0 shows all</source>
        <translation>仅显示头 %1；按 0 显示全部</translation>
    </message>
    <message>
        <source>✓ weights: rows sum to 1</source>
        <translation>✓ 权重：每行之和为 1</translation>
    </message>
    <message>
        <source>computed elsewhere</source>
        <translation>由其他程序计算</translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked with finite numbers: the softmax of those</source>
        <translation>
            <numerusform>%n 个查询全部由有限的数屏蔽：权重是这些数的 softmax</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::StepsCanvas</name>
    <message>
        <source>Steps: one operation at a time, with its numbers</source>
        <translation>逐步：一次一个运算，连同它的数</translation>
    </message>
    <message>
        <source>query %1, key %2: %3</source>
        <translation>查询 %1，键 %2：%3</translation>
    </message>
    <message>
        <source>row %1, column %2: %3</source>
        <translation>行 %1，列 %2：%3</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>%1（目前为止）</translation>
    </message>
    <message>
        <source>not computed yet</source>
        <translation>还没有算出</translation>
    </message>
</context>
<context>
    <name>headscope::StepsPage</name>
    <message>
        <source>this moment</source>
        <translation>此刻的画面</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>The whole computation with its numbers, one operation at a time</source>
        <translation>整个计算连同它的数，一次一个运算</translation>
    </message>
    <message>
        <source>S&amp;teps view</source>
        <translation>逐步视图(&amp;T)</translation>
    </message>
    <message>
        <source>One operation of the block after another, as matrices with their numbers. Space plays the next one. A click on a cell of the result asks where it comes from: its sum is then played term by term. A product can be told in two ways: row × column, or as a weighted sum of rows; that with W_O also as a sum over the heads.</source>
        <translation>模块的运算一个接一个，画成带数的矩阵。空格播放下一个。点击结果中的一个单元格，就问它从哪里来：它的和会一项一项地播放。乘积有两种讲法：行 × 列，或者行的加权和；与 W_O 的乘积还可以讲成对各个头求和。</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>one moment on</source>
        <translation>前后一刻</translation>
    </message>
    <message>
        <source>first, last moment</source>
        <translation>第一刻、最后一刻</translation>
    </message>
    <message>
        <source>the cell above, below</source>
        <translation>上面、下面的单元格</translation>
    </message>
    <message>
        <source>lock the question</source>
        <translation>锁定问题</translation>
    </message>
</context>
<context>
    <name>headscope::StepsView</name>
    <message>
        <source>sum over heads</source>
        <translation>对头求和</translation>
    </message>
    <message>
        <source>dot product</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>sum of rows</source>
        <translation>行的和</translation>
    </message>
    <message>
        <source>In which order the product is told</source>
        <translation>乘积按哪种顺序讲</translation>
    </message>
    <message>
        <source>Language of the code line</source>
        <translation>代码行的语言</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the code line</source>
        <translation>复制代码行</translation>
    </message>
</context>
<context>
    <name>headscope::StopStrip</name>
    <message>
        <source>Previous recorded step</source>
        <translation>上一个记录</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Play the recording</source>
        <translation>播放记录</translation>
    </message>
    <message>
        <source>Next recorded step</source>
        <translation>下一个记录</translation>
    </message>
    <message>
        <source>Stages of one step</source>
        <translation>一步的各个阶段</translation>
    </message>
</context>
<context>
    <name>headscope::TensorPanel</name>
    <message>
        <source>TENSORS</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Every tensor of the computation, from the inputs to the output</source>
        <translation>计算中的所有张量，从输入到输出</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Which head the table shows</source>
        <translation>表格显示哪个头</translation>
    </message>
    <message>
        <source>Values of the tensor</source>
        <translation>张量的值</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>change a number of %1</source>
        <translation>修改 %1 中的数</translation>
    </message>
    <message>
        <source>this mask is computed; choose the mask “painted” in Setup to edit it</source>
        <translation>此掩码是计算得出的；要编辑，请在“设置”中选择“手绘”掩码</translation>
    </message>
    <message>
        <source>paint the mask</source>
        <translation>绘制掩码</translation>
    </message>
    <message>
        <source>set to 0</source>
        <translation>置为 0</translation>
    </message>
    <message>
        <source>%1 is computed and cannot be changed; paste into an input, a weight or a painted mask</source>
        <translation>%1 是计算结果，不能更改；请粘贴到输入、权重或手绘掩码中</translation>
    </message>
    <message>
        <source>the block has %1 × %2 numbers, but from this cell on only %3 × %4 fit; start further up or left</source>
        <translation>要粘贴的块有 %1 × %2 个数，但从此单元格起只放得下 %3 × %4 个；请从更靠上或靠左处开始</translation>
    </message>
    <message>
        <source>paste numbers</source>
        <translation>粘贴数字</translation>
    </message>
    <message>
        <source>Checked: the query (row) may look at the key (column). Space changes a cell.</source>
        <translation>勾选：查询（行）可以看键（列）。按空格键切换单元格。</translation>
    </message>
    <message>
        <source>Computed from the masks of Setup; choose “painted” there to edit it.</source>
        <translation>由“设置”中的掩码计算得出；要编辑，请在那里选择“手绘”。</translation>
    </message>
    <message>
        <source>Computed, read only.</source>
        <translation>计算结果，只读。</translation>
    </message>
    <message>
        <source>Double-click a value to edit it.</source>
        <translation>双击数值即可编辑。</translation>
    </message>
    <message>
        <source>%1 is computed and cannot be changed; type into an input or a weight</source>
        <translation>%1是算出来的，不能修改；请在输入或权重里输入</translation>
    </message>
</context>
<context>
    <name>headscope::TextPage</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Where does this word look? The row of a head laid onto the text</source>
        <translation>这个词在看哪里？把一个头的一行铺到文本上</translation>
    </message>
    <message>
        <source>Te&amp;xt view</source>
        <translation>文本视图(&amp;X)</translation>
    </message>
    <message>
        <source>The whole text. Point at a token: its colour and that of every other token say how much of the attention the chosen head gives to it; the token that looks is framed. A click keeps the question. Left and right go to the token before and behind, up and down to another head. Between two texts the one that looks stands above.</source>
        <translation>整篇文本。指向一个词元：它和其他每个词元的颜色表示所选的头分给它们多少注意力；去看的词元带有边框。单击可保留这个问题。左右键移到前后的词元，上下键换另一个头。若是两篇文本，去看的那一篇在上方。</translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation>各头的平均</translation>
    </message>
    <message>
        <source>the token before, the next one</source>
        <translation>前一个、后一个词元</translation>
    </message>
    <message>
        <source>another head</source>
        <translation>换另一个头</translation>
    </message>
    <message>
        <source>hold the token</source>
        <translation>保持词元</translation>
    </message>
</context>
<context>
    <name>headscope::TokenFields</name>
    <message>
        <source>The words of this sequence, split at spaces; brackets hold a token together: [New York]. The same word gets the same numbers from the seed.</source>
        <translation>此序列的词，以空格分隔；方括号将多个词合为一个词元：[New York]。由种子生成时，相同的词得到相同的数。</translation>
    </message>
    <message>
        <source>The words that are looked at, in cross-attention: keys and values come from them.</source>
        <translation>交叉注意力中被看的词：键和值由它们得出。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>change the tokens</source>
        <translation>更改词元</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>Tokens of the keys</source>
        <translation>键的词元</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Tokens of the queries</source>
        <translation>查询的词元</translation>
    </message>
    <message>
        <source>Pieces as they are</source>
        <translation>原样的词片</translation>
    </message>
    <message>
        <source>The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##.</source>
        <translation>分词器切出的词片，保留 ▁、Ġ、## 等标记。</translation>
    </message>
    <message>
        <source>show the pieces as they are</source>
        <translation>按原样显示词片</translation>
    </message>
    <message>
        <source>show the pieces as text</source>
        <translation>把词片显示为文字</translation>
    </message>
    <message>
        <source>New rows, with numbers from the seed: %1</source>
        <translation>新的行，数来自种子：%1</translation>
    </message>
    <message>
        <source>Learn this vocabulary</source>
        <translation>学这些词</translation>
    </message>
    <message>
        <source>Read as: %1</source>
        <translation>读作：%1</translation>
    </message>
    <message>
        <source>Words are separated by spaces.</source>
        <translation>词与词之间用空格隔开。</translation>
    </message>
    <message>
        <source>Cut into characters</source>
        <translation>逐字拆开</translation>
    </message>
</context>
<context>
    <name>headscope::ToolBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Own experiment</source>
        <translation>自定义实验</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Sequence of the batch</source>
        <translation>批次中的序列</translation>
    </message>
    <message>
        <source>Which sequence of the batch is shown</source>
        <translation>显示批次中的哪个序列</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the figure of the heads as PNG, SVG or PDF</source>
        <translation>将各头的图保存为 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>headscope::TrainHeader</name>
    <message>
        <source>follow the newest step</source>
        <translation>跟随最新一步</translation>
    </message>
    <message>
        <source>follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>What of the heads is shown</source>
        <translation>显示头的什么</translation>
    </message>
    <message>
        <source>Which layer</source>
        <translation>哪一层</translation>
    </message>
</context>
<context>
    <name>headscope::TrainPage</name>
    <message>
        <source>the training at step %1</source>
        <translation>第 %1 步的训练</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>A small model learns, and its heads are seen being born</source>
        <translation>一个小模型在学习，看得见它的头怎样诞生</translation>
    </message>
    <message>
        <source>T&amp;rain view</source>
        <translation>训练视图(&amp;R)</translation>
    </message>
    <message>
        <source>A small model learns in this window. Each column of the film is a recorded step, each row a head: what it looks at in the watched sentence, which is never learnt from. Drag the playhead, or use ← and →: every page shows the model at that step.</source>
        <translation>一个小模型在这个窗口里学习。胶片的每一列是一个记录下来的步，每一行是一个头：它在观察句里看哪里；观察句从不用来学习。拖动播放头，或按 ← 和 →：每一页都显示模型在那一步的样子。</translation>
    </message>
    <message>
        <source>use the model of step %1</source>
        <translation>采用第 %1 步的模型</translation>
    </message>
    <message>
        <source>The model of step %1 is the experiment now; Ctrl+Z brings the one before back.</source>
        <translation>第 %1 步的模型现在就是实验；Ctrl+Z 取回之前的实验。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>One training can be brought back after this: the one that is shown. The one that was put aside before it would be gone.</source>
        <translation>之后只能取回一次训练：现在显示的这一次。此前搁置的那一次会丢失。</translation>
    </message>
    <message>
        <source>It goes without its history, because the training still runs.</source>
        <translation>训练还在进行，所以不带历史。</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>one recorded step on</source>
        <translation>前后一个记录的步</translation>
    </message>
    <message>
        <source>first, newest step</source>
        <translation>第一步、最新一步</translation>
    </message>
    <message>
        <source>keep the step at the right</source>
        <translation>把这一步留在右边</translation>
    </message>
    <message>
        <source>start, pause</source>
        <translation>开始、暂停</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>走一步</translation>
    </message>
</context>
<context>
    <name>headscope::TrainSetup</name>
    <message>
        <source>Of the task&apos;s own data</source>
        <translation>任务自带数据的语言</translation>
    </message>
    <message>
        <source>Language of the sentences</source>
        <translation>句子的语言</translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练完毕</translation>
    </message>
    <message>
        <source>Reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已中止</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 of them to measure</source>
        <translation>%1，其中 %2 用来测量</translation>
    </message>
    <message>
        <source>%1, %2 held out</source>
        <translation>%1，留出 %2</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>What you changed counts after Reset.</source>
        <translation>改动在重置之后生效。</translation>
    </message>
    <message>
        <source>Bring the last training back</source>
        <translation>取回上一次训练</translation>
    </message>
    <message>
        <source>TASK</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Paste any text, up to 100 kB</source>
        <translation>粘贴任意文本，至多 100 kB</translation>
    </message>
    <message>
        <source>Watched sentence</source>
        <translation>观察句</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Of the model</source>
        <translation>模型的尺寸</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Encoder + decoder</source>
        <translation>编码器 + 解码器</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Of each attention</source>
        <translation>每个注意力的头数</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>How many numbers a word is</source>
        <translation>一个词是多少个数</translation>
    </message>
    <message>
        <source>Inner width</source>
        <translation>内部宽度</translation>
    </message>
    <message>
        <source>Of the feed-forward networks</source>
        <translation>前馈网络的内部宽度</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>怎样学习</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>What the text is cut into</source>
        <translation>文本切成什么</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>How gradients become steps</source>
        <translation>梯度怎样变成一步</translation>
    </message>
    <message>
        <source>SGD, momentum</source>
        <translation>SGD，动量</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Too large: the loss explodes; too small: nothing happens</source>
        <translation>太大：损失爆炸；太小：什么也不发生</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>Share of the right answer that all words get alike</source>
        <translation>正确答案中平分给所有词的份额</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>How often all parameters change</source>
        <translation>所有参数改变多少次</translation>
    </message>
    <message>
        <source>Record every</source>
        <translation>记录间隔</translation>
    </message>
    <message>
        <source>Steps between two pictures of the film</source>
        <translation>胶片两张画面之间的步数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Of the first parameters and of all that is drawn</source>
        <translation>初始参数和一切随机抽取的种子</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>One step, recorded</source>
        <translation>走一步并记录</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>All pages show this model</source>
        <translation>所有页面显示此模型</translation>
    </message>
    <message>
        <source>Heads, Shapes, Layers and the inspector show the watched sentence in the model at the playhead</source>
        <translation>头、形状、层和检查器显示播放头处的模型里的观察句</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>采用此模型</translation>
    </message>
    <message>
        <source>Takes the model at the playhead over as the experiment, one step to undo</source>
        <translation>把播放头处的模型作为实验，一步即可撤销</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>What the pictures show while it learns; a line as in the data. It is held out: never learnt from</source>
        <translation>学习时图中显示的句子；与数据中的一行格式相同。它被留出，从不用来学习</translation>
    </message>
    <message>
        <source>Sentences of one step. While it learns it counts from the next step on: that one has the sentences that a training of this size has there</source>
        <translation>每一步的句子数。学习过程中改动从下一步起生效：那一步用的正是这个批量的训练在该步会用的句子</translation>
    </message>
    <message>
        <source>Back to step 0, with the settings as they are now; the training can be brought back</source>
        <translation>按现在的设置回到第 0 步；这次训练可以取回</translation>
    </message>
    <message>
        <source>Sizes, data, seed: after Reset</source>
        <translation>尺寸、数据、种子：重置后生效</translation>
    </message>
    <message>
        <source>See it trained</source>
        <translation>看训练好的样子</translation>
    </message>
</context>
<context>
    <name>headscope::TrainStrip</name>
    <message>
        <source>How fast it learns</source>
        <translation>学习得多快</translation>
    </message>
    <message>
        <source>as fast as it can</source>
        <translation>尽可能快</translation>
    </message>
    <message>
        <source>20 steps per second</source>
        <translation>每秒 20 步</translation>
    </message>
    <message>
        <source>5 steps per second</source>
        <translation>每秒 5 步</translation>
    </message>
    <message>
        <source>The sentences of one batch, as numbers of words</source>
        <translation>一批句子，用词的编号表示</translation>
    </message>
    <message>
        <source>Where the source looks in itself: (batch, heads, query, key)</source>
        <translation>源句在自身里看哪里：（批，头，查询，键）</translation>
    </message>
    <message>
        <source>Where each word looks in its own sentence: (batch, heads, query, key)</source>
        <translation>每个词在自己的句子里看哪里：（批，头，查询，键）</translation>
    </message>
    <message>
        <source>Where each word looks in the source: (batch, heads, query, key)</source>
        <translation>每个词在源句里看哪里：（批，头，查询，键）</translation>
    </message>
    <message>
        <source>A number for each word that could come next</source>
        <translation>每个可能的下一个词得一个数</translation>
    </message>
    <message>
        <source>One number: how much probability the right words lack</source>
        <translation>一个数：正确的词还缺多少概率</translation>
    </message>
    <message>
        <source>How the loss would change with each parameter; shows ∂loss/∂scores</source>
        <translation>损失随每个参数怎样变化；显示 ∂损失/∂得分</translation>
    </message>
    <message>
        <source>Every parameter goes a little against its gradient</source>
        <translation>每个参数逆着它的梯度走一点</translation>
    </message>
    <message>
        <source>one step per Space</source>
        <translation>每按一次空格走一步</translation>
    </message>
    <message>
        <source>Space</source>
        <comment>the key, on a narrow button</comment>
        <translation>空格</translation>
    </message>
</context>
<context>
    <name>headscope::TrainedModelPanel</name>
    <message>
        <source>%1 · %2 layers × %3 heads · d_model %4</source>
        <translation>%1 · %2 层 × %3 头 · d_model %4</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%2 个位置中用了 %1 个词元</translation>
    </message>
    <message>
        <source>The model has places for %1 tokens.</source>
        <translation>模型只有 %1 个词元的位置。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>At the first mask</source>
        <translation>第一个遮挡处</translation>
    </message>
    <message>
        <source>%1, id %2, probability %3</source>
        <translation>%1，id %2，概率 %3</translation>
    </message>
    <message>
        <source>type the text</source>
        <translation>输入文本</translation>
    </message>
    <message>
        <source>Trained model</source>
        <translation>训练好的模型</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>What the model reads. It is cut into its tokens at every key.</source>
        <translation>模型读的内容。每次按键都会切分成词元。</translation>
    </message>
    <message>
        <source>Translation so far</source>
        <translation>已有的译文</translation>
    </message>
    <message>
        <source>What the model has written of the translation.</source>
        <translation>模型已经写出的译文。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>take “%1”</source>
        <translation>采用“%1”</translation>
    </message>
    <message>
        <source>A click or Enter takes the token.</source>
        <translation>单击或按回车采用这个词元。</translation>
    </message>
    <message>
        <source>drawn with probability %1</source>
        <translation>抽取概率 %1</translation>
    </message>
    <message>
        <source>never drawn: top-k and top-p leave it out</source>
        <translation>不会抽到：top-k 和 top-p 把它排除了</translation>
    </message>
    <message>
        <source>“%1”: %2 → %3</source>
        <translation>“%1”：%2 → %3</translation>
    </message>
    <message>
        <source>with all heads on %1</source>
        <translation>所有头都开着时 %1</translation>
    </message>
</context>
<context>
    <name>headscope::TypedNumbersPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>All computed numbers again</source>
        <translation>恢复所有计算出来的数</translation>
    </message>
    <message>
        <source>%1, would be %2</source>
        <translation>%1，原为 %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
</context>
<context>
    <name>headscope::ViewHeader</name>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Which tensor of this stage</source>
        <translation>此阶段的哪个张量</translation>
    </message>
    <message>
        <source>Laboratory</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Laboratory: %1</source>
        <translation>实验室：%1</translation>
    </message>
    <message>
        <source>Small experiments with a model: let one learn, or look for a head</source>
        <translation>用模型做小实验：训练一个模型，或寻找一个头</translation>
    </message>
    <message>
        <source>Another way to look at it</source>
        <translation>换一种方式看</translation>
    </message>
    <message>
        <source>Pieces of a word as one: sum over keys, mean over queries</source>
        <translation>一个词的词片合为一个：对键求和，对查询取平均</translation>
    </message>
    <message>
        <source>What is shown here is made of pieces</source>
        <translation>这里显示的由词片组成</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>词片</translation>
    </message>
    <message>
        <source>Words or pieces</source>
        <translation>词或词片</translation>
    </message>
</context>
<context>
    <name>headscope::WeightsBar</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Heads of the weights</source>
        <translation>权重的头数</translation>
    </message>
    <message>
        <source>Which attention of the weights</source>
        <translation>权重中的哪个注意力</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>“%1” does not say how many heads it has.</source>
        <translation>“%1”没有说明有几个头。</translation>
    </message>
    <message>
        <source>%1 · d_model %2</source>
        <translation>%1 · d_model %2</translation>
    </message>
    <message>
        <source>“%1”: which part, and how many heads?</source>
        <translation>“%1”：哪个部分，几个头？</translation>
    </message>
</context>
<context>
    <name>headscope::WorksheetDialog</name>
    <message>
        <source>the solutions in a file of their own</source>
        <translation>答案另存为一个文件</translation>
    </message>
    <message>
        <source>numbers for hands</source>
        <translation>适合手算的数</translation>
    </message>
    <message>
        <source>Queries and keys are made larger or smaller where weights would read 0.00 or 0.99; the sheet says so</source>
        <translation>权重会是 0.00 或 0.99 时，把查询和键放大或缩小；卷面上会说明</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>with the solutions</source>
        <translation>附答案</translation>
    </message>
    <message>
        <source>Worksheet</source>
        <translation>练习纸</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation>小数位</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>纸张</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>The preview is being painted …</source>
        <translation>正在绘制预览……</translation>
    </message>
    <message>
        <source>Nothing is masked in this experiment.</source>
        <translation>此实验中没有掩码。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>个（共 %1 个）</translation>
    </message>
    <message>
        <source>Fewer tokens are computed anew: rows still sum to 1</source>
        <translation>词元变少后重新计算：各行之和仍为 1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>all %1 heads</source>
        <translation>全部 %1 个头</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Save the worksheet</source>
        <translation>保存练习纸</translation>
    </message>
    <message>
        <source>The name must end in .pdf or .tex.</source>
        <translation>文件名须以 .pdf 或 .tex 结尾。</translation>
    </message>
    <message>
        <source>first</source>
        <translation>前</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the boxes</source>
        <translation>方框的种子</translation>
    </message>
    <message>
        <source>Another seed asks other boxes</source>
        <translation>换一个种子，就换一批方框</translation>
    </message>
    <message>
        <source>HeadScope, seed %1</source>
        <translation>HeadScope，种子 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n boxes</source>
        <translation>
            <numerusform>%n 个方框</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n typed numbers are left out</source>
        <translation>
            <numerusform>有 %n 个改写的数不在卷上</numerusform>
        </translation>
    </message>
</context>
</TS>
