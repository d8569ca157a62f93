"""What counts: the words of the rules, the fan table, the principles, the rulesets."""
