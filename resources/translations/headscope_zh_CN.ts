<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Example</name>
    <message>
        <source>Book a flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ten words, each a row of four numbers, seen by four heads: 我 stands at 1 and at 5 with the same numbers, so these two rows agree in every head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers 0 to 35</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers 0 to 35 as batch 2, sequence 3, d_model 6 with identity weights: every number keeps its value while it is cut into 3 heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row of scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ten scores of 机票 and their true softmax, .05 .07 .08 .11 .05 .27 .07 .15 .03 .12; a textbook prints .05 .08 .10 .15 .05 .25 .10 .18 .02 .12, which sums to 1.10 and so cannot be one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Eight heads side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>100 tokens of width 3 through 8 heads with d_v = 3: side by side the heads give a matrix of 100 × 24, which W_O brings back to width 3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As large as in the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 sentences of 10 tokens with d_model 512 and 8 heads of 64, the sizes of “Attention Is All You Need”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal mask and padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three sentences of different lengths in one batch: no token looks at a later one, and none looks at the padding behind a shorter sentence.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1(%2) · %3, column %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Σ weight × v(key)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same number, moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>view: %1 in another shape, memory untouched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transpose of %1: strides exchanged, memory untouched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copied from %1, head after head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Given, not computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1: this query may look at this key. 0: it may not. Made of the mask options in Setup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To change it, double-click it in Tensors and type a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest of all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaled score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads·d_{k}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads·d_{v}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch·heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>… %n more terms sum to</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Point at any cell to see where its number comes from. A click keeps the question: a lock appears here. Esc releases it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the keyboard: arrow keys move the cell cursor, Enter locks, Esc releases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click shows the terms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click goes to this number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole derivation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chart of the whole row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal: a query sees no key after itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding: this key lies behind the end of the sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Painted: this pair is switched off in the mask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask: none, every pair is allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask: not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask: allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ the value of the added mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was given so, in the cell below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The exact value lies beyond 3.4·10^{38}, the largest float32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN begins in the softmax: the row holds ∞, and ∞ − ∞ has no value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN begins in the cell below: its sum meets ∞ − ∞ or 0 × ∞, which have no value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1(%2), head %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = x(%2) · %3, head %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show the first %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… show all %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score  q · k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× %1, the scale that was typed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softmax of the row %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every key is masked for this query. Softmax has nothing to share out: all weights are 0 by definition, and the row sums to 0 instead of 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every score of this row is −∞, as if all keys were masked: all weights are 0 by definition.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout: 0 stays 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout: dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout: kept, × %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is kept is scaled by 1 ÷ (1 − p) = %1, so that the sum stays the same on average. A single row need not sum to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Σ over %n keys = context of %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>× v(%1), head %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
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
    <message>
        <source>sequence %1 has no tokens; it needs at least one word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence %1 has %2 tokens; at most %3 are possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token %1 of sequence %2 is %3 bytes long; at most %4 are possible, so put spaces between the words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens of width %2 in %3 sequences are more numbers than the %4 that fit into one tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no sequence %1; the batch has %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of sequences is %1; it must be between 1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row %1 of sequence %2 is padding behind its %3 tokens and stays 0; add a token to have numbers there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be %2; it is 1 where the query may look at the key, else 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is computed and cannot be edited; edit the inputs, weights or masks that it is made of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no cell %2; its shape is %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the mask has no cell %1; its shape is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a HeadScope experiment; such a file is a JSON object with &quot;format&quot;: &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the experiment has version %1; this HeadScope reads version %2, a newer one is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must not be negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has %2 sequences and “%3” has %4; the numbers must be equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the longest sequence of “%1” has %2 tokens and “%3” has %4 rows; the numbers must be equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” and “%2” belong together; both are there in cross-attention, else none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is only possible together with “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must hold nothing but 0 and 1, but has %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 would have shape %2; at most %3 numbers fit into one tensor, so make one of the sizes smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member “%1” is there twice; it must be there once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1, column %2: this number is too large; at most 3.4e38 is possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the JSON text ends in line %1, column %2, in the middle of a value; the file seems to be cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1, column %2 is not JSON; an experiment file is a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has more than %1 values; no experiment is that large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrays and objects are nested more than %1 deep; an experiment needs four levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1%2” must be an array of %3 entries, as its first sibling is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1%2” must be a number, but is %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1%2” is too large; at most 3.4e38 is possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member “%1” is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be a short text, but is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be true or false, but is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be a whole number from 0 to 2⁶⁴ − 1, but is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be a whole number from 1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be a number, but is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is too large; at most 3.4e38 is possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must have one list of words for each sequence, with 1 to %2 words of at most %3 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be numbers in arrays nested %2 deep, none of them empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has %2 numbers; at most %3 are possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” must be an object, but is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member “%1” is unknown; is it misspelt?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>projections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>split into heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context of each head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>concatenated context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input of the keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input of the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>projected query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>projected key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>projected value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query, viewed as heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key, viewed as heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value, viewed as heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>may attend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>additive mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights after dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context, transposed back</source>
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
    <name>headscope::ExportDialog</name>
    <message>
        <source>Resolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values in cells, where they fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>screen, 1600 × 900</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slide, 1280 × 720</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one column, 89 mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two columns, 183 mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>px</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pixels, for slides and web pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> dpi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>light, on white</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the figure</source>
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
    <message>
        <source>All heads at %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headscope::Inspector</name>
    <message>
        <source>WHERE DOES THIS NUMBER COME FROM?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release the locked cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locked: this cell stays while the pointer moves. Click or press Esc to release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
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
    <name>headscope::RowChart</name>
    <message>
        <source>key %1, %2: masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key %1, %2: weight %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights of the whole row</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n keys</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
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
