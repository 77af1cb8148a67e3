"""The contents of the views below the chart as plain values: each claim is a value before it is a sentence.

What a view below the chart is made of has a function ``show(desk, before)``, which gives the values that
`irviz.views.lens` describes; a formula is a dictionary with the key ``"latex"``.
"""
