<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>CompareWords</name>
    <message numerus="yes">
        <source>%n pair(s) are NaN or ∞ in A or B alone</source>
        <translation>
            <numerusform>one pair is NaN or ∞ in A or B alone</numerusform>
            <numerusform>%n pairs are NaN or ∞ in A or B alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of all %n heads %1</source>
        <translation>
            <numerusform>one head: %1</numerusform>
            <numerusform>mean of all %n heads %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EachHead</name>
    <message numerus="yes">
        <source>means over the %n queries</source>
        <translation>
            <numerusform>mean of the one query that looks</numerusform>
            <numerusform>means over the %n queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>head %1: %2, an even spread %3; mean over %n queries</source>
        <translation>
            <numerusform>head %1: %2, an even spread %3; of %n query</numerusform>
            <numerusform>head %1: %2, an even spread %3; mean over %n queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n row(s) that do not sum to 1</source>
        <translation>
            <numerusform>without one row that does not sum to 1</numerusform>
            <numerusform>without %n rows that do not sum to 1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadCosts</name>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 columns cannot be shared by %n heads.</source>
        <translation>
            <numerusform>%1 columns cannot be shared by %n head.</numerusform>
            <numerusform>%1 columns cannot be shared by %n heads.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadsOff</name>
    <message numerus="yes">
        <source>%n heads switched off, %1</source>
        <translation>
            <numerusform>%n head switched off, %1</numerusform>
            <numerusform>%n heads switched off, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message numerus="yes">
        <source>… %n more terms sum to</source>
        <translation>
            <numerusform>… %n more term is</numerusform>
            <numerusform>… %n more terms sum to</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Σ over %n keys = context of %1</source>
        <translation>
            <numerusform>Σ over %n key = context of %1</numerusform>
            <numerusform>Σ over %n keys = context of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other key(s)</source>
        <translation>
            <numerusform>%n other key</numerusform>
            <numerusform>%n other keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IntentEdits</name>
    <message numerus="yes">
        <source>switch off %n heads</source>
        <translation>
            <numerusform>switch off %n head</numerusform>
            <numerusform>switch off %n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>switch on %n heads</source>
        <translation>
            <numerusform>switch on %n head</numerusform>
            <numerusform>switch on %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Learnt</name>
    <message numerus="yes">
        <source>%n of %1 words, marked *, are new to these weights: their numbers are drawn</source>
        <translation>
            <numerusform>%n of %1 words, marked *, is new to these weights: its numbers are drawn</numerusform>
            <numerusform>%n of %1 words, marked *, are new to these weights: their numbers are drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), marked *, stand behind the longest sentence of the training: their places are drawn</source>
        <translation>
            <numerusform>%n word, marked *, stands behind the longest sentence of the training: its place is drawn</numerusform>
            <numerusform>%n words, marked *, stand behind the longest sentence of the training: their places are drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s), marked *, have other numbers than the learnt ones</source>
        <translation>
            <numerusform>%n word, marked *, has other numbers than the learnt ones</numerusform>
            <numerusform>%n words, marked *, have other numbers than the learnt ones</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message numerus="yes">
        <source>%n line(s) hold %1 % of %2</source>
        <translation>
            <numerusform>%n line holds %1 % of %2</numerusform>
            <numerusform>%n lines hold %1 % of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queries look at %1</source>
        <translation>
            <numerusform>%n query looks at %1</numerusform>
            <numerusform>%n queries look at %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 looks at %2 of %n keys</source>
        <translation>
            <numerusform>%1 looks at %2 of %n key</numerusform>
            <numerusform>%1 looks at %2 of %n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of this token alone, %1</source>
        <translation>
            <numerusform>%n line of this token alone, %1</numerusform>
            <numerusform>%n lines of this token alone, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n lines, %2</source>
        <translation>
            <numerusform>%1 of %n line, %2</numerusform>
            <numerusform>%1 of %n lines, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n key(s), rows renormalised to 1</source>
        <translation>
            <numerusform>without %n key, rows renormalised to 1</numerusform>
            <numerusform>without %n keys, rows renormalised to 1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n key(s), rows not renormalised</source>
        <translation>
            <numerusform>without %n key, rows not renormalised</numerusform>
            <numerusform>without %n keys, rows not renormalised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) between the tokens in view</source>
        <translation>
            <numerusform>%n line between the tokens in view</numerusform>
            <numerusform>%n lines between the tokens in view</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the numbers of %n head(s) have no room beside the others</source>
        <translation>
            <numerusform>the numbers of %n head have no room beside the others</numerusform>
            <numerusform>the numbers of %n heads have no room beside the others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) lead out of view</source>
        <translation>
            <numerusform>%n more leads out of view</numerusform>
            <numerusform>%n more lead out of view</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) and those to itself hold %1 % of %2</source>
        <translation>
            <numerusform>%n line and those to itself hold %1 % of %2</numerusform>
            <numerusform>%n lines and those to itself hold %1 % of %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Statement</name>
    <message numerus="yes">
        <source>, %n of it typed</source>
        <translation>
            <numerusform>, one of them typed</numerusform>
            <numerusform>, %n of them typed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentences, drawn anew for each step; what is held out never comes</source>
        <translation>
            <numerusform>%n sentence, drawn anew for each step; what is held out never comes</numerusform>
            <numerusform>%n sentences, drawn anew for each step; what is held out never comes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more that lose less</source>
        <translation>
            <numerusform>and %n more that loses less</numerusform>
            <numerusform>and %n more that lose less</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The training of %n step(s) was not taken over as the experiment.</source>
        <translation>
            <numerusform>The training of %n step was not taken over as the experiment.</numerusform>
            <numerusform>The training of %n steps was not taken over as the experiment.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The training of %n step(s) that was put aside was not taken over as the experiment.</source>
        <translation>
            <numerusform>The training of %n step that was put aside was not taken over as the experiment.</numerusform>
            <numerusform>The training of %n steps that was put aside was not taken over as the experiment.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Typed</name>
    <message numerus="yes">
        <source>%n number(s) typed</source>
        <translation>
            <numerusform>%n number typed</numerusform>
            <numerusform>%n numbers typed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Worksheet</name>
    <message numerus="yes">
        <source>Round to %n decimals.</source>
        <translation>
            <numerusform>Round to one decimal.</numerusform>
            <numerusform>Round to %n decimals.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::BeginHere</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::Document</name>
    <message numerus="yes">
        <source>%n typed number(s) went with the block</source>
        <translation>
            <numerusform>%n typed number went with the block</numerusform>
            <numerusform>%n typed numbers went with the block</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n typed number(s) went with their places</source>
        <translation>
            <numerusform>%n typed number went with its place</numerusform>
            <numerusform>%n typed numbers went with their places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::HeadReport</name>
    <message numerus="yes">
        <source>%n learnt sentence(s), %1</source>
        <translation>
            <numerusform>%n learnt sentence, %1</numerusform>
            <numerusform>%n learnt sentences, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held-out sentence(s), %1</source>
        <translation>
            <numerusform>%n held-out sentence, %1</numerusform>
            <numerusform>%n held-out sentences, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::HeadsOffPanel</name>
    <message numerus="yes">
        <source>%n heads switched off</source>
        <translation>
            <numerusform>%n head switched off</numerusform>
            <numerusform>%n heads switched off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::LinesPage</name>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::PageExportDialog</name>
    <message numerus="yes">
        <source>%n frames at most</source>
        <translation>
            <numerusform>one frame</numerusform>
            <numerusform>%n frames at most</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::RecoveryQuestion</name>
    <message numerus="yes">
        <source>%n experiment(s) were not saved when HeadScope ended:</source>
        <translation>
            <numerusform>%n experiment was not saved when HeadScope ended:</numerusform>
            <numerusform>%n experiments were not saved when HeadScope ended:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::RowChart</name>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::ShapesPanel</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::StatusLine</name>
    <message numerus="yes">
        <source>%n stage(s) in %1 ms</source>
        <translation>
            <numerusform>%n stage in %1 ms</numerusform>
            <numerusform>%n stages in %1 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n stage</numerusform>
            <numerusform>%n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) with NaN, as the file has them</source>
        <translation>
            <numerusform>%n query with NaN, as the file has it</numerusform>
            <numerusform>%n queries with NaN, as the file has them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) with NaN: scores too large for float32</source>
        <translation>
            <numerusform>%n query with NaN: scores too large for float32</numerusform>
            <numerusform>%n queries with NaN: scores too large for float32</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: zeros, as scaled_dot_product_attention gives since PyTorch 2.5</source>
        <translation>
            <numerusform>%n query fully masked: zeros, as scaled_dot_product_attention gives since PyTorch 2.5</numerusform>
            <numerusform>%n queries fully masked: zeros, as scaled_dot_product_attention gives since PyTorch 2.5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: NaN, as nn.MultiheadAttention gives</source>
        <translation>
            <numerusform>%n query fully masked: NaN, as nn.MultiheadAttention gives</numerusform>
            <numerusform>%n queries fully masked: NaN, as nn.MultiheadAttention gives</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked: uniform, as models give that mask with the smallest finite number</source>
        <translation>
            <numerusform>%n query fully masked: uniform, as models give that mask with the smallest finite number</numerusform>
            <numerusform>%n queries fully masked: uniform, as models give that mask with the smallest finite number</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) fully masked with finite numbers: the softmax of those</source>
        <translation>
            <numerusform>%n query fully masked with finite numbers: the softmax of those</numerusform>
            <numerusform>%n queries fully masked with finite numbers: the softmax of those</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::TypedNumbersPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headscope::WorksheetDialog</name>
    <message numerus="yes">
        <source>%n boxes</source>
        <translation>
            <numerusform>one box</numerusform>
            <numerusform>%n boxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n typed numbers are left out</source>
        <translation>
            <numerusform>%n typed number is left out</numerusform>
            <numerusform>%n typed numbers are left out</numerusform>
        </translation>
    </message>
</context>
</TS>
