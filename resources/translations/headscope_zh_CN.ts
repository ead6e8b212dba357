<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Message</name>
    <message>
        <source>d_model is %1; it must be between 1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of heads is %1; it must be between 1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d_k is %1; it must be between 1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d_v is %1; it must be between 1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model %2 evenly; %3 heads would, or type d_k yourself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model %2 evenly; %3 or %4 heads would, or type d_k yourself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the scale is %1; it must be a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the dropout probability is %1; it must be at least 0 and below 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the computation was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the memory did not suffice for all stages; use fewer tokens or heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a number (NaN); it must be a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is infinite; it must be a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 axes, shape %3; it must have three: batch, sequence, d_model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2 and so no values; it needs at least one sequence, one token and one feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query_input is %1 wide, shape %2, but d_model is %3; they must be equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key_input has batch %1 and query_input has batch %2; they must be equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value_input has shape %1 and %2 has shape %3; batch and sequence must be equal, for each key has one value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3: as many rows as %4 is wide, and %5 columns (%6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3: one value for each column of its weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2; it must have shape %3 (query, key), %4 (batch, query, key) or %5 (batch, heads, query, key); batch and heads may be 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2; it must be 1 (may attend) or 0 (may not)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key padding has shape %1; it must have shape %2 (batch, key)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2; it must be a finite number, or -inf where a query may not attend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stages would need more memory than any machine has; use fewer tokens, heads or features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stages would need %1 MiB of memory and the limit is %2 MiB; use fewer tokens or heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights are not the state dict of a PyTorch nn.MultiheadAttention: in_proj_weight and out_proj.weight are missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights hold several attention layers (&quot;%1&quot; and &quot;%2&quot;): save the state dict of one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights have no %1, which the state dict of nn.MultiheadAttention has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights have %1 (add_bias_kv=True), a learned extra key that is not supported: use a layer without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights have both %1 and %2: only one of them can be meant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights have %1, which nn.MultiheadAttention does not know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2: a matrix [out, in] is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2: with d_model %3 it must be %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has shape %2: it must be [3·d_model, d_model]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends at byte %2, in the middle of its data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot read %1: a pipe may bring at most %2 bytes; save them to a file first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot read %1: it is a directory, a file is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot read %1: it is a device, a file is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is not enough memory to read %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is only a git-lfs pointer, not the file itself: run &quot;git lfs pull&quot; where it came from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is an archive (.npz), not one array: save the array with numpy.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a .npy file: it does not begin as numpy.save begins a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has .npy version %2.%3: 1.0, 2.0 and 3.0 can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends in the middle of its header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes: at most %3 are allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds pickled Python objects (dtype %2), which are never loaded: save it as float32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds complex numbers (dtype %2): save their real part or absolute value as float32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has dtype %2, which cannot be read: save it as float32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 announces the shape %2, which no memory can hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 announces the shape %2, which takes %3 bytes, but only %4 follow its header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 cannot be understood at its byte %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 has %2 twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 does not say its %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 has an unknown member &quot;%2&quot;: only descr, fortran_order and shape are allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the fortran_order of %1 is neither True nor False</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape of %1 is not a tuple such as (2, 3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape of %1 has a negative size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape of %1 has a size beyond 2^64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has more than %2 axes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot write %1: it is a directory, the name of a file is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot write %1: there is no directory %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a .safetensors file: it has fewer than 8 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes, more than the allowed %3: it is no .safetensors file or it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 announces a header of %2 bytes, but only %3 follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has the unknown dtype %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data of tensor %1 of %2 is said to lie at %3 to %4, but the data before it ends at %5: holes and overlaps are not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has %3 bytes of data, which its shape and its dtype %4 do not give</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 bytes of data, but its header describes %3: it is cut short or has something behind its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has dtype %3, which cannot be shown: save it as F32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has a shape that no memory can hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no tensor may be called %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 would get a header of %2 bytes, more than the allowed %3: save fewer tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 is not valid JSON in UTF-8 (at its byte %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 is not an object of tensors, with strings as its metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 is described wrongly: it needs a dtype (text), a shape (sizes) and data_offsets (begin and end)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header of %1 has &quot;%2&quot; twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has a size beyond 2^48</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor %1 of %2 has more than %3 axes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of a tensor is not valid UTF-8: rename it before saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>element %1 of %2 is too large for float32 (at most 3.4028235e38)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of data from byte %3 on, but %4 has %5 bytes in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot make the directory %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot make the directory %1: there is a file of that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape %1 does not hold the %2 elements of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a view of shape %1 would have to copy memory: shape %2 is not contiguous there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::Actions</name>
    <message>
        <source>&amp;Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values in &amp;cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rows are keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Setup and tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;resentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduced &amp;motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;More heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fewer heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Causal mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow or forbid the &amp;asked pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New &amp;seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What am I looking at?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About HeadScope</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ExperimentFile</name>
    <message>
        <source>HeadScope experiments (*.headscope);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::HeadsView</name>
    <message>
        <source>Heads: attention matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Σ column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, query %2, key %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each column: softmax over the keys ↓</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each row: softmax over the keys →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Σ row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Σ key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>range of this head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one range for all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads at %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::MainWindow</name>
    <message>
        <source>open an example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change the number of heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paint the mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask causally</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove the causal mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The figure is on the clipboard, as PNG and SVG.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each square matrix is one head. A row is a query: the token that looks. A column is a key: the token that is looked at. The colour and the number of a cell say how much of its attention the query gives to the key; every row of the weights sums to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strip above is the computation, from the embeddings X to the output; now you see: &lt;b&gt;%1&lt;/b&gt;. Hover a cell to ask where its number comes from, click to lock the question, Esc to release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys: Space next stage · ← → stage or cell · Enter lock · 1–9 one head · 0 all heads · M allow or forbid a pair · Ctrl+Z undo · F11 presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What am I looking at?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About HeadScope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;HeadScope %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Shows what multi-head attention really does. Every number on screen is computed.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. Uses Qt and QCustomPlot.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::PipelineStrip</name>
    <message>
        <source>Stages of the computation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>no mask</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::PlaybackBar</name>
    <message>
        <source>Previous stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the stages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::SidePanel</name>
    <message>
        <source>Unfold: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::StatusLine</name>
    <message numerus="yes">
        <source>%n stage(s) in %1 ms</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) contain NaN: scores too large for float32</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) fully masked: all keys forbidden, so the weights are zeros</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>✓ every row sums to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not every row sums to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after dropout rows need not sum to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask: %1 of %2 pairs forbidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locked: query %1, key %2; Esc releases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locked; Esc releases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ToolBar</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sequence of the batch is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour map of weights; scores are always drawn blue to red around 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the two ends of the colour bar stand for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark, or as the system has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 – 1, fixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the figure of the heads as PNG, SVG or PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::ViewHeader</name>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which tensor of this stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values in cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values in cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the numbers into the cells, where they fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows = queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows = keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the rows are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the matrices transposed, for people who learnt it the other way round</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
