<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
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
    <name>headscope::StatusLine</name>
    <message numerus="yes">
        <source>%n stage(s) in %1 ms</source>
        <translation>
            <numerusform>%n stage in %1 ms</numerusform>
            <numerusform>%n stages in %1 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) contain NaN: scores too large for float32</source>
        <translation>
            <numerusform>%n row contains NaN: scores too large for float32</numerusform>
            <numerusform>%n rows contain NaN: scores too large for float32</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) fully masked: all keys forbidden, so the weights are zeros</source>
        <translation>
            <numerusform>%n row fully masked: all keys forbidden, so the weights are zeros</numerusform>
            <numerusform>%n rows fully masked: all keys forbidden, so the weights are zeros</numerusform>
        </translation>
    </message>
</context>
</TS>
