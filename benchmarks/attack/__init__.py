"""What cheap hostile requests cost the service: `make soak` tries them all and prints what held."""
