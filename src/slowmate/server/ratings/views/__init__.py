"""Pages of ratings: lists, explanations, forecasts, calculators, what-if."""
