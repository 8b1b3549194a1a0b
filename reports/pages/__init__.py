"""The parts of the standard report: each turns numbers into sentences, figures and tables."""
